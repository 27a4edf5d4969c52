// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.InstanceId;
import java.util.ArrayList;
import java.util.List;

/**
 * Saves without looking, on instances that no other lane writes: nothing but the id of the command keeps a save from being
 * applied twice. Now and then it repeats one of its earlier saves, after many others.
 */
final class BlindLane extends Lane {

    private static final int REPEAT_EACH = 4;
    private static final int KEPT = 500;

    private final List<InstanceId> instances;
    private final List<Sent> earlier = new ArrayList<>();
    private int turn;

    /** A save that can be repeated. */
    private record Sent(String entry, InstanceId instance, SaveInstance command) {}

    BlindLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void next() {
        turn++;
        if (turn % REPEAT_EACH == 0) {
            Sent old = anyOf(earlier);
            writer().again(old.entry(), old.instance(), old.command());
            return;
        }
        String entry = writer().newEntry();
        InstanceId instance = anyOf(instances);
        SaveInstance command =
                new SaveInstance(CommandId.random(), Entries.adding(entry), Expected.any(), AfterSave.RELEASE);
        if (earlier.size() < KEPT) {
            earlier.add(new Sent(entry, instance, command));
        }
        save(entry, instance, command);
    }
}
