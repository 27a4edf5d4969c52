// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.List;

/**
 * Moves further keys back and forth between instances that all nodes share: one gives a key up, another takes it, or tries to
 * while it belongs to another one still. An instance with many entries is completed, with the keys it has, and created again.
 */
final class KeyMoverLane extends LifeLane {

    private static final int ENTRIES = 25;

    private final List<InstanceId> instances;
    private final List<InstanceKey> keys;

    KeyMoverLane(Writer writer, List<InstanceId> instances, List<InstanceKey> keys) {
        super(writer);
        this.instances = instances;
        this.keys = keys;
    }

    @Override
    void turn() {
        InstanceKey key = anyOf(keys);
        if (chance(2)) {
            byId(anyOf(instances), key);
        } else {
            byKey(key);
        }
    }

    private void byKey(InstanceKey key) {
        try (Loan loan = writer().watch(key)) {
            loan.loaded().ifPresent(found -> goOn(found.snapshot(), key));
        }
    }

    private void byId(InstanceId instance, InstanceKey key) {
        try (Loan loan = writer().watch(instance, LoadMode.authoritative())) {
            if (loan.result() == Result.NOT_FOUND) {
                first(Change.create(writer().newEntry(), instance, chance(2) ? key.toString() : ""));
            }
            loan.loaded().ifPresent(found -> goOn(found.snapshot(), key));
        }
    }

    private void goOn(InstanceSnapshot found, InstanceKey key) {
        String entry = writer().newEntry();
        Mark seen = Mark.of(found);
        if (Entries.of(found.data()).size() >= ENTRIES) {
            first(Change.complete(entry, found.id(), seen, CompletionAction.DELETE));
        } else if (found.keys().containsKey(key)) {
            first(Change.give(entry, found.id(), key, seen));
        } else {
            first(Change.take(entry, found.id(), key, seen));
        }
    }
}
