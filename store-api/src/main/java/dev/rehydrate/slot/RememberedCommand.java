// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.SaveReceipt;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command that was carried out in a slot, so that a repeat changes nothing and is answered the same.
 *
 * @param id the command
 * @param receipt what was made of the instance; null for commands whose answer says only that they were done
 */
public record RememberedCommand(CommandId id, @Nullable SaveReceipt receipt) {

    /** Checks that nothing is missing. */
    public RememberedCommand {
        Objects.requireNonNull(id, "id");
    }
}
