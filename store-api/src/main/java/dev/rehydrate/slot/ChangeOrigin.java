// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.recording.RecordedCommand;
import java.util.Objects;

/**
 * How the flight recorder names a change.
 *
 * @param command the kind of the command
 * @param owner for which owner it is carried out
 * @param most how many changes the instance is to keep; 0 for as many as it keeps by now, which may be none
 */
public record ChangeOrigin(RecordedCommand command, OwnerId owner, int most) {

    /** Checks that nothing is missing. */
    public ChangeOrigin {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(owner, "owner");
    }
}
