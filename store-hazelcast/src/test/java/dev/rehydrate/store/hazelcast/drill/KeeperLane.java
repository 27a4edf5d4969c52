// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates instances that no other lane writes, completes them so that they are kept, removes them, and creates them again. A
 * removal expects nothing, so it is settled before anything else is done; once it was acknowledged, it is repeated late.
 */
final class KeeperLane extends LifeLane {

    private static final int ENTRIES = 3;

    private final List<InstanceId> instances;
    private @Nullable Change removal;
    private @Nullable Change removed;

    KeeperLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void turn() {
        if (removal != null) {
            settleRemoval(writer().remove(removal, false).answer());
        } else if (removed != null && chance(8)) {
            writer().remove(removed, false);
        } else {
            look(anyOf(instances));
        }
    }

    private void look(InstanceId instance) {
        try (Loan loan = writer().watch(instance, LoadMode.authoritative())) {
            switch (loan.result()) {
                case NOT_FOUND -> first(Change.create(writer().newEntry(), instance, ""));
                case ENDED -> {
                    removal = Change.remove(writer().newEntry(), instance);
                    settleRemoval(writer().remove(removal, true).answer());
                }
                default -> loan.loaded().ifPresent(found -> goOn(found.snapshot()));
            }
        }
    }

    private void settleRemoval(Answer answer) {
        if (answer == Answer.SAVED) {
            removed = removal;
        }
        if (!answer.isFailure()) {
            removal = null;
        }
    }

    private void goOn(InstanceSnapshot found) {
        String entry = writer().newEntry();
        first(
                Entries.of(found.data()).size() < ENTRIES
                        ? Change.save(entry, found.id(), Mark.of(found), AfterSave.RELEASE)
                        : Change.complete(entry, found.id(), Mark.of(found), CompletionAction.KEEP));
    }
}
