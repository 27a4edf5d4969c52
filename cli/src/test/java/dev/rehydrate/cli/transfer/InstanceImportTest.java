// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InstanceImportTest {

    private final InstanceId halfEnded = InstanceId.random();
    private final MemoryData data = new MemoryData();

    /** Writes the instance just before each change of it, but not before it is created. */
    private final class OtherWriter extends ForwardingEngine {

        private final InstanceStore other;
        private final InstanceChanges<InstanceValue> change;
        private int writes;
        private boolean isCreated;

        OtherWriter(StorageEngine engine, InstanceStore other, int writes, InstanceChanges<InstanceValue> change) {
            super(engine);
            this.other = other;
            this.writes = writes;
            this.change = change;
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (at.equals(SlotAddress.of(halfEnded)) && operation instanceof CommitInstance) {
                if (isCreated && writes-- > 0) {
                    other.commands().execute(halfEnded, SaveInstance.of(change)).receiptOrThrow();
                }
                isCreated = true;
            }
            return super.apply(at, operation);
        }
    }

    /** Imports an instance with a completed key, which takes two steps, while another writer changes it between them. */
    private InstanceImport.Outcome importHalfEnded(InstanceStore other, int writes) throws Exception {
        return importHalfEnded(
                other,
                writes,
                InstanceChanges.builder()
                        .metadata(ValueDelta.putting(Map.of("by", InstanceValue.of("another writer"))))
                        .build());
    }

    private InstanceImport.Outcome importHalfEnded(
            InstanceStore other, int writes, InstanceChanges<InstanceValue> change) throws Exception {
        try (InstanceStore source = MemoryInstanceStore.open(StoreOptions.defaults());
                InstanceStore target = MemoryInstanceStore.open(
                        data,
                        StoreOptions.defaults()
                                .withDecorator(engine -> new OtherWriter(engine, other, writes, change)))) {
            InstanceKey key = InstanceKey.of("shop", "half " + halfEnded);
            source.commands()
                    .execute(
                            halfEnded,
                            CreateInstance.of(
                                    InstanceChanges.data(Map.of("a", "b")).withKeys(KeyChanges.associating(key))))
                    .receiptOrThrow();
            source.commands()
                    .execute(
                            halfEnded,
                            SaveInstance.of(
                                    InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.completing(key))))
                    .receiptOrThrow();
            return new InstanceImport(target)
                    .create(InstanceLine.of(record(source)))
                    .get(1, TimeUnit.MINUTES);
        }
    }

    private InstanceRecord record(InstanceStore store) throws Exception {
        return store.inspection().record(halfEnded).get(1, TimeUnit.MINUTES).orElseThrow();
    }

    @Test
    void anotherWriterBetweenTheTwoStepsDoesNotLeaveItSuspended() throws Exception {
        try (InstanceStore other = MemoryInstanceStore.open(data, StoreOptions.defaults())) {
            assertThat(importHalfEnded(other, 2)).isEqualTo(InstanceImport.Outcome.CREATED);

            assertThat(record(other).header().suspension()).isNull();
            assertThat(record(other).keys().values())
                    .extracting(KeyEntry::state)
                    .containsExactly(KeyState.COMPLETED);
        }
    }

    @Test
    void anInstanceThatOtherWritersKeepFromItsSecondStepIsToldAsHalfImportedAndEndedByTheNextImport() throws Exception {
        try (InstanceStore other = MemoryInstanceStore.open(data, StoreOptions.defaults())) {
            assertThat(importHalfEnded(other, Integer.MAX_VALUE)).isEqualTo(InstanceImport.Outcome.HALF);
            assertThat(record(other).header().suspension()).isNotNull();

            assertThat(importHalfEnded(other, 0)).isEqualTo(InstanceImport.Outcome.CREATED);
            assertThat(record(other).header().suspension()).isNull();
        }
    }

    @Test
    void anInstanceThatAnotherWriterResumesBeforeItsSecondStepIsNotCountedAsThereBefore() throws Exception {
        try (InstanceStore other = MemoryInstanceStore.open(data, StoreOptions.defaults())) {
            assertThat(importHalfEnded(
                            other,
                            1,
                            InstanceChanges.<InstanceValue>none().withSuspension(new SuspensionChange.Resume())))
                    .isEqualTo(InstanceImport.Outcome.RESUMED);
            assertThat(record(other).keys().values())
                    .extracting(KeyEntry::state)
                    .containsExactly(KeyState.ASSOCIATED);

            assertThat(importHalfEnded(other, 0)).isEqualTo(InstanceImport.Outcome.THERE);
        }
    }

    @Test
    void anInstanceThatAnotherImportEndsMeanwhileIsCountedByThatOne() throws Exception {
        InstanceKey key = InstanceKey.of("shop", "half " + halfEnded);
        try (InstanceStore other = MemoryInstanceStore.open(data, StoreOptions.defaults())) {
            assertThat(importHalfEnded(
                            other,
                            1,
                            InstanceChanges.<InstanceValue>none()
                                    .withKeys(KeyChanges.completing(key))
                                    .withSuspension(new SuspensionChange.Resume())))
                    .isEqualTo(InstanceImport.Outcome.THERE);
        }
    }

    @Test
    void anInstanceWhoseKeysAnotherWriterReleasesMeanwhileIsCreated() throws Exception {
        InstanceKey key = InstanceKey.of("shop", "half " + halfEnded);
        try (InstanceStore other = MemoryInstanceStore.open(data, StoreOptions.defaults())) {
            assertThat(importHalfEnded(
                            other,
                            1,
                            InstanceChanges.<InstanceValue>none()
                                    .withKeys(KeyChanges.releasing(key))
                                    .withSuspension(new SuspensionChange.Resume())))
                    .isEqualTo(InstanceImport.Outcome.CREATED);
        }
    }

    @Test
    void theOwnerOfAnImportRunsNothing() throws Exception {
        InstanceId id = InstanceId.random();
        try (InstanceStore source = MemoryInstanceStore.open(StoreOptions.defaults());
                InstanceStore target = MemoryInstanceStore.open(StoreOptions.defaults())) {
            source.commands().execute(id, CreateInstance.of(InstanceChanges.data(Map.of("a", "b"))));
            var line = InstanceLine.of(
                    source.inspection().record(id).get(1, TimeUnit.MINUTES).orElseThrow());

            assertThat(new InstanceImport(target).create(line).get(1, TimeUnit.MINUTES))
                    .isEqualTo(InstanceImport.Outcome.CREATED);

            List<OwnerSighting> owners = target.inspection().owners().get(1, TimeUnit.MINUTES);
            assertThat(owners).isNotEmpty().allSatisfy(owner -> {
                DefinitionFilter runs = owner.description().definitions();
                assertThat(owner.description().hostType()).isNull();
                assertThat(runs.accepts(null)).isFalse();
                assertThat(runs.accepts(DefinitionIdentity.of("Order", "1.0"))).isFalse();
            });
        }
    }
}
