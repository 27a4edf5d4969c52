// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Writer.Attempt;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.List;

/**
 * Creates instances that all nodes share, adds a few entries, completes and deletes them, and creates them again: with a hold,
 * or without one if nothing has changed.
 */
final class CompleterLane extends LifeLane {

    private static final int ENTRIES = 6;

    private final List<InstanceId> instances;

    CompleterLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void turn() {
        InstanceId instance = anyOf(instances);
        boolean hold = chance(2);
        try (Loan loan = writer().watch(instance, hold ? LoadMode.hold() : LoadMode.authoritative())) {
            if (loan.result() == Result.NOT_FOUND) {
                first(Change.create(writer().newEntry(), instance, ""));
            }
            loan.loaded().ifPresent(found -> {
                if (hold) {
                    held(loan, found.snapshot());
                } else {
                    free(found.snapshot());
                }
            });
        }
    }

    private void free(InstanceSnapshot found) {
        first(isOldEnough(found) ? completion(found.id(), Mark.of(found)) : addition(found.id(), Mark.of(found)));
    }

    private void held(Loan loan, InstanceSnapshot found) {
        Change save = Change.save(writer().newEntry(), found.id(), Mark.of(found), AfterSave.KEEP);
        Attempt attempt = first(save, loan.handle());
        if (attempt.answer() == Answer.SAVED) {
            Mark now = attempt.mark();
            first(isOldEnough(found) ? completion(found.id(), now) : addition(found.id(), now), loan.handle());
        }
    }

    private static boolean isOldEnough(InstanceSnapshot found) {
        return Entries.of(found.data()).size() >= ENTRIES || chance(4);
    }

    private Change addition(InstanceId instance, Mark seen) {
        return Change.save(writer().newEntry(), instance, seen, AfterSave.RELEASE);
    }

    private Change completion(InstanceId instance, Mark seen) {
        return Change.complete(writer().newEntry(), instance, seen, CompletionAction.DELETE);
    }
}
