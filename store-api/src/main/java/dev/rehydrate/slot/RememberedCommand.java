// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command that was carried out in a slot, so that a repeat changes nothing and is answered the same.
 *
 * @param id the command
 * @param receipt what was made of the instance; null for commands whose answer says only that they were done
 * @param expendable whether the command may be forgotten without a trace, and pushes out no command that is not: because it
 *     only took the hold, and to carry it out once more does no harm; or because it came so late that it is among those of
 *     which its origin does not know whether they were carried out, and stays there when it is forgotten
 */
public record RememberedCommand(CommandId id, @Nullable SaveReceipt receipt, boolean expendable) {

    /** Checks that nothing is missing. */
    public RememberedCommand {
        Objects.requireNonNull(id, "id");
    }

    /**
     * A command that changed something.
     *
     * @param id the command
     * @param receipt what was made of the instance, or null
     */
    public RememberedCommand(CommandId id, @Nullable SaveReceipt receipt) {
        this(id, receipt, false);
    }
}
