// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.LoadOutcome.Loaded;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Loads without a hold, by id or by key, from the nearest copy or from the owner, and saves if nothing has changed since. */
final class FreeLane extends Lane {

    private final List<InstanceId> instances;
    private int turn;

    FreeLane(Writer writer, List<InstanceId> instances) {
        super(writer);
        this.instances = instances;
    }

    @Override
    void next() {
        InstanceId instance = anyOf(instances);
        load(instance).ifPresent(found -> {
            String entry = writer().newEntry();
            save(
                    entry,
                    instance,
                    SaveInstance.ifUnchanged(
                            Entries.replacing(found.snapshot(), entry),
                            found.snapshot().revision()));
        });
    }

    private Optional<Loaded> load(InstanceId instance) {
        turn++;
        LoadMode mode = turn % 4 < 2 ? LoadMode.authoritative() : LoadMode.free();
        if (turn % 2 == 0) {
            return found(instance, () -> writer().handle(instance), LoadInstance.of(mode));
        }
        InstanceKey key = new InstanceKey(instance.high(), instance.low());
        return found(instance, () -> writer().handle(), LoadInstanceByKey.of(key, mode));
    }

    private Optional<Loaded> found(
            InstanceId instance, Supplier<InstanceHandle> handles, PersistenceCommand<LoadOutcome> load) {
        try (Loan loan = writer().load(instance, handles, load)) {
            return loan.loaded();
        }
    }
}
