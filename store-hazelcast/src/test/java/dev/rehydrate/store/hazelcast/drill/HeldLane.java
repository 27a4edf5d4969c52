// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.List;
import java.util.Optional;

/** Takes an instance, saves a few times and gives it back with the last save. */
final class HeldLane extends Lane {

    private static final int SAVES = 3;

    private final List<InstanceId> instances;

    HeldLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void next() {
        InstanceId instance = anyOf(instances);
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        try (Loan loan = writer().load(instance, () -> writer().handle(instance), load)) {
            loan.loaded()
                    .ifPresent(found ->
                            turns(loan.handle(), instance, found.snapshot().revision()));
        }
    }

    private void turns(InstanceHandle handle, InstanceId instance, Revision loaded) {
        Revision seen = loaded;
        for (int left = SAVES; left > 0; left--) {
            AfterSave after = left == 1 ? AfterSave.RELEASE : AfterSave.KEEP;
            Optional<Revision> next = add(handle, instance, seen, after);
            if (next.isEmpty()) {
                return;
            }
            seen = next.get();
        }
    }

    private Optional<Revision> add(InstanceHandle handle, InstanceId instance, Revision seen, AfterSave after) {
        String entry = writer().newEntry();
        SaveInstance command =
                new SaveInstance(CommandId.random(), Entries.adding(entry), Expected.revision(seen), after);
        return save(entry, instance, command, handle).receipt().map(saved -> saved.revision());
    }
}
