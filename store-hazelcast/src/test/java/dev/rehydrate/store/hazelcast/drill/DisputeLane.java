// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.List;

/** Adds two entries to each instance that a member which is cut off has changed before it knew: fewer than that member did. */
final class DisputeLane extends LifeLane {

    private static final int ENTRIES = 3;

    private final List<InstanceId> instances;

    DisputeLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void turn() {
        InstanceId instance = anyOf(instances);
        try (Loan loan = writer().watch(instance, LoadMode.authoritative())) {
            loan.loaded()
                    .filter(found -> Entries.of(found.snapshot().data()).size() < ENTRIES)
                    .ifPresent(found -> first(
                            Change.save(writer().newEntry(), instance, Mark.of(found.snapshot()), AfterSave.RELEASE)));
        }
    }
}
