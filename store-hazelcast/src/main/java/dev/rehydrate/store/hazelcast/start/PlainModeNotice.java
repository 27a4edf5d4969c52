// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.util.Optional;

/** What the log says, when a member starts, of that which is not promised. */
public final class PlainModeNotice {

    private PlainModeNotice() {}

    public static Optional<String> of(HazelcastStoreOptions options) {
        if (options.durability() == Durability.PROTECTED) {
            return Optional.empty();
        }
        return Optional.of("durability=" + FarmSettings.text(options.durability())
                + ": an acknowledged save survives the loss of " + options.backupCount()
                + " member(s) at once and "
                + (options.durability() == Durability.WRITE_BEHIND
                        ? "that of all once it is in the database."
                        : "nothing more.")
                + " A network partition or a long pause may lose acknowledged saves: of"
                + " those made during a partition of 20 s, a fifth to a third were lost when it healed."
                + " durability=protected loses none; it needs 3 members or more.");
    }
}
