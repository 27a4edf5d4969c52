// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.InstanceId;
import java.util.List;

/**
 * Saves without looking, on instances that nobody else writes: nothing but the id of the command keeps a save from being
 * applied twice.
 */
final class BlindLane extends Lane {

    private final List<InstanceId> instances;

    BlindLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void next() {
        String entry = writer().newEntry();
        save(
                entry,
                anyOf(instances),
                new SaveInstance(CommandId.random(), Entries.adding(entry), Expected.any(), AfterSave.RELEASE));
    }
}
