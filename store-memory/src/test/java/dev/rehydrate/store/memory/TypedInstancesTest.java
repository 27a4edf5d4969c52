// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import dev.rehydrate.tck.fault.Step;
import dev.rehydrate.typed.InstanceAccessException;
import dev.rehydrate.typed.Instances;
import dev.rehydrate.typed.LockedInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class TypedInstancesTest {

    private static final Duration SHORT = Duration.ofMillis(60);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final MemoryData data = new MemoryData();
    private final FaultPlan faults = new FaultPlan();
    private final StoreOptions options = StoreOptions.defaults().withTime(new PassingTime());
    private final InstanceStore store = MemoryInstanceStore.open(data, options.withDecorator(faults::decorate));
    private final InstanceStore other = MemoryInstanceStore.open(data, options);
    private final Instances<Integer> numbers =
            store.instances("Number", Integer.class).withTimeout(LONG);
    private final Instances<Integer> elsewhere =
            other.instances("Number", Integer.class).withTimeout(LONG);
    private final InstanceKey key = InstanceKey.of("test", "a number");

    private static Integer oneMore(Integer number) {
        return number + 1;
    }

    @AfterEach
    void close() {
        faults.open();
        store.close();
        other.close();
    }

    @Test
    void anInstanceLivesFromItsCreationToItsCompletion() {
        assertThat(numbers.read(key)).isEmpty();

        numbers.create(key, 1);
        assertThat(elsewhere.read(key)).contains(1);
        assertThat(elsewhere.update(key, TypedInstancesTest::oneMore)).isEqualTo(2);
        assertThat(numbers.read(key)).contains(2);
        assertThat(numbers.complete(key)).isTrue();

        assertThat(elsewhere.read(key)).isEmpty();
        assertThat(elsewhere.complete(key)).isFalse();
        elsewhere.create(key, 7);
        assertThat(numbers.read(key)).contains(7);
    }

    @Test
    void whatIsNotThereIsCreatedAndWhatIsThereIsChanged() {
        assertThat(numbers.createOrUpdate(key, seen -> seen.orElse(10) + 1)).isEqualTo(11);
        assertThat(elsewhere.createOrUpdate(key, seen -> seen.orElse(10) + 1)).isEqualTo(12);

        assertThat(numbers.read(key)).contains(12);
    }

    /** A class that no codec could make again. */
    static final class Sealed {
        @SuppressWarnings("unused")
        Sealed(int first, int second) {}
    }

    @Test
    void aTypeThatCannotBeKeptIsRefusedWithWhatHelps() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.instances("Sealed", Sealed.class))
                .withMessageContaining(
                        "only simple types can be stored until a codec is configured; open the store with one");
        StoreOptions json = StoreOptions.defaults()
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()));
        try (InstanceStore withCodec = MemoryInstanceStore.open(json)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> withCodec.instances("Sealed", Sealed.class))
                    .withMessageContaining("make it a record")
                    .satisfies(refusal -> assertThat(refusal.getMessage())
                            .as("a codec that is there is not the cure")
                            .doesNotContain("open the store with"));
        }
    }

    @Test
    void aMissingInstanceIsNotChanged() {
        for (Runnable call :
                new Runnable[] {() -> numbers.update(key, TypedInstancesTest::oneMore), () -> numbers.lock(key)}) {
            assertThatExceptionOfType(InstanceAccessException.NotFound.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("'Number'")
                    .withMessageContaining("nothing was changed")
                    .withMessageContaining("key=" + key)
                    .matches(failure -> failure.effect() == Effect.NONE)
                    .matches(failure -> failure.key().equals(key));
        }
        assertThat(numbers.read(key)).isEmpty();
    }

    @Test
    void anInstanceIsCreatedOnce() {
        numbers.create(key, 1);

        assertThatExceptionOfType(InstanceAccessException.AlreadyExists.class)
                .isThrownBy(() -> elsewhere.create(key, 2))
                .withMessageContaining("nothing was changed");

        assertThat(numbers.read(key)).contains(1);
    }

    @Test
    void aFurtherKeyOfAnInstanceIsTakenToo() {
        InstanceId id = InstanceId.random();
        give(
                id,
                CreateInstance.of(
                        InstanceChanges.builder()
                                .replaceData(Map.of("state", InstanceValue.of(5)))
                                .keys(KeyChanges.associating(key))
                                .build(),
                        AfterSave.RELEASE));

        assertThatExceptionOfType(InstanceAccessException.AlreadyExists.class).isThrownBy(() -> numbers.create(key, 2));
        assertThat(numbers.update(key, TypedInstancesTest::oneMore)).isEqualTo(6);
        assertThat(numbers.complete(key)).isTrue();
        assertThat(numbers.read(key)).isEmpty();
    }

    @Test
    void aKeyOfAnotherKindIsLeftAlone() {
        Instances<String> words = store.instances("Word", String.class);
        words.create(key, "seven");

        for (Runnable call : new Runnable[] {
            () -> numbers.read(key),
            () -> numbers.update(key, TypedInstancesTest::oneMore),
            () -> numbers.lock(key),
            () -> numbers.complete(key)
        }) {
            assertThatExceptionOfType(InstanceAccessException.OfOtherKind.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("'Word'")
                    .withMessageContaining("'Number'");
        }
        assertThat(words.read(key)).contains("seven");
        words.lock(key).close();
    }

    @Test
    void whatHasEndedAndIsKeptIsNotThereAnyMore() {
        numbers.create(key, 1);
        InstanceId id = InstanceId.atHomeOf(key);
        give(
                id,
                new CompleteInstance(
                        CommandId.random(), InstanceChanges.none(), Expected.any(), CompletionAction.KEEP));

        assertThat(numbers.read(key)).isEmpty();
        assertThat(numbers.complete(key)).isFalse();
        assertThatThrownBy(() -> numbers.update(key, TypedInstancesTest::oneMore))
                .isInstanceOf(InstanceAccessException.NotFound.class)
                .hasMessageContaining("has ended");
        assertThatThrownBy(() -> numbers.create(key, 2)).isInstanceOf(InstanceAccessException.AlreadyExists.class);
    }

    @Test
    void aChangeThatFailsChangesNothing() {
        numbers.create(key, 1);

        assertThatThrownBy(() -> numbers.update(key, number -> Integer.parseInt("none")))
                .isInstanceOf(NumberFormatException.class);

        assertThat(elsewhere.update(key, TypedInstancesTest::oneMore)).isEqualTo(2);
    }

    @Test
    void anUpdateThatIsAlwaysTooLateSaysSo() {
        numbers.create(key, 1);

        assertThatExceptionOfType(InstanceAccessException.Contended.class)
                .isThrownBy(() -> numbers.withTimeout(SHORT).update(key, number -> {
                    elsewhere.update(key, TypedInstancesTest::oneMore);
                    return -1;
                }))
                .withMessageContaining("nothing was changed")
                .withMessageContaining("PT0.06S");

        assertThat(numbers.read(key).orElseThrow()).isPositive();
    }

    @Test
    void aLockKeepsOtherWritersOutAndReadersIn() {
        numbers.create(key, 1);
        Instances<Integer> impatient = elsewhere.withTimeout(SHORT);
        Instances<Integer> neighbour = numbers.withTimeout(SHORT);

        try (LockedInstance<Integer> locked = numbers.lock(key)) {
            assertThat(locked.state()).isEqualTo(1);
            locked.save(2);
            assertThat(elsewhere.read(key)).contains(2);
            for (Instances<Integer> writer : List.of(impatient, neighbour)) {
                for (Runnable call : new Runnable[] {
                    () -> writer.update(key, TypedInstancesTest::oneMore),
                    () -> writer.lock(key),
                    () -> writer.complete(key)
                }) {
                    assertThatExceptionOfType(InstanceAccessException.Locked.class)
                            .isThrownBy(call::run)
                            .withMessageContaining("nothing was changed")
                            .matches(failure -> failure.holder().isPresent() == (writer == impatient));
                }
            }
            locked.save(3);
        }

        assertThat(impatient.update(key, TypedInstancesTest::oneMore)).isEqualTo(4);
        try (LockedInstance<Integer> locked = neighbour.lock(key)) {
            assertThat(locked.state()).isEqualTo(4);
            locked.complete();
            assertThatIllegalStateException().isThrownBy(() -> locked.save(5));
        }
        assertThat(numbers.read(key)).isEmpty();
    }

    @Test
    void aLockThatWasTakenAwaySavesNothing() {
        numbers.create(key, 1);
        LockedInstance<Integer> locked = numbers.lock(key);
        give(InstanceId.atHomeOf(key), ForceRelease.now());
        elsewhere.update(key, number -> 7);

        assertThatExceptionOfType(InstanceAccessException.LockLost.class)
                .isThrownBy(() -> locked.save(2))
                .withMessageContaining("changed nothing")
                .matches(failure -> failure.effect() == Effect.NONE);
        assertThatExceptionOfType(InstanceAccessException.LockLost.class).isThrownBy(locked::complete);
        locked.close();

        assertThat(elsewhere.read(key)).contains(7);
    }

    @Test
    void aClosedLockSavesNothing() {
        numbers.create(key, 1);
        LockedInstance<Integer> locked = numbers.lock(key);
        locked.close();
        locked.close();

        assertThatIllegalStateException().isThrownBy(() -> locked.save(2));
        assertThat(numbers.read(key)).contains(1);
    }

    @Test
    @DisplayName("each call takes effect once, whichever of its steps fails without being done")
    void onceWhicheverStepIsNotDone() {
        onceWhicheverStepFails(Fault.FAIL_BEFORE);
    }

    @Test
    @DisplayName("each call takes effect once, whichever of its steps is done and not answered")
    void onceWhicheverAnswerIsLost() {
        onceWhicheverStepFails(Fault.FAIL_AFTER);
    }

    private void onceWhicheverStepFails(Fault fault) {
        numbers.create(InstanceKey.of("test", "so that the owner is registered"), 0);
        boolean wasHit = true;
        for (int step = 1; wasHit; step++) {
            InstanceKey fresh = InstanceKey.of("test", "step " + step);
            int number = step;
            wasHit = during(fault, step, () -> numbers.create(fresh, number));
            assertThat(numbers.read(fresh)).contains(step);
            wasHit |= during(fault, step, () -> numbers.update(fresh, TypedInstancesTest::oneMore));
            assertThat(numbers.read(fresh)).contains(step + 1);
            wasHit |= during(fault, step, () -> {
                try (LockedInstance<Integer> locked = numbers.lock(fresh)) {
                    locked.save(locked.state() + 1);
                    locked.save(locked.state() + 1);
                }
            });
            assertThat(numbers.read(fresh)).contains(step + 3);
            elsewhere.lock(fresh).close();
            wasHit |= during(
                    fault, step, () -> assertThat(numbers.complete(fresh)).isTrue());
            assertThat(elsewhere.read(fresh)).isEmpty();
        }
    }

    private boolean during(Fault fault, int step, Runnable call) {
        faults.inject(fault, step, Set.of(Step.SLOT));
        call.run();
        boolean wasHit = faults.wasHit();
        faults.open();
        return wasHit;
    }

    @Test
    void aStoreThatDoesNotAnswerLeavesTheOutcomeUnknown() {
        numbers.create(key, 1);
        faults.inject(Fault.HOLD_ANSWER, 2, Set.of(Step.SLOT));

        assertThatExceptionOfType(InstanceAccessException.Unavailable.class)
                .isThrownBy(() -> unreachable().read(key))
                .matches(failure -> failure.effect() == Effect.NONE)
                .withCauseInstanceOf(InstanceStoreException.class);
        assertThatExceptionOfType(InstanceAccessException.OutcomeUnknown.class)
                .isThrownBy(() -> silentAfterTheRead().update(key, TypedInstancesTest::oneMore))
                .withMessageContaining("read the instance before")
                .matches(failure -> failure.effect() == Effect.UNKNOWN);
    }

    private Instances<Integer> unreachable() {
        faults.inject(Fault.DIE, 1, Set.of(Step.SLOT));
        return numbers.withTimeout(SHORT);
    }

    private Instances<Integer> silentAfterTheRead() {
        faults.open();
        faults.inject(Fault.HOLD_ANSWER, 2, Set.of(Step.SLOT));
        return numbers.withTimeout(SHORT);
    }

    @Test
    void anInterruptedThreadIsToldWhatIsKnownAndStaysInterrupted() {
        numbers.create(key, 1);
        faults.inject(Fault.HOLD_BACK, 1, Set.of(Step.SLOT));
        assertInterrupted(() -> numbers.read(key), InstanceAccessException.Unavailable.class);
        faults.inject(Fault.HOLD_BACK, 2, Set.of(Step.SLOT));
        assertInterrupted(
                () -> numbers.update(key, TypedInstancesTest::oneMore), InstanceAccessException.OutcomeUnknown.class);
        faults.inject(Fault.HOLD_BACK, 1, Set.of(Step.SLOT));
        assertInterrupted(() -> numbers.lock(key), InstanceAccessException.Unavailable.class);
    }

    private static void assertInterrupted(Runnable call, Class<? extends RuntimeException> expected) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(call::run).isInstanceOf(expected);
        } finally {
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
    }

    @Test
    void aStoreWhoseLeaseExpiredGoesOnAsAnotherOwner() {
        ManualTime time = ManualTime.startingAt(Instant.EPOCH);
        FaultPlan network = new FaultPlan();
        MemoryData shared = new MemoryData();
        try (InstanceStore cutOff = MemoryInstanceStore.open(
                shared, StoreOptions.defaults().withTime(time).withDecorator(network::decorate))) {
            Instances<Integer> paused = cutOff.instances("Number", Integer.class);
            paused.create(key, 1);
            LockedInstance<Integer> locked = paused.lock(key);
            network.inject(Fault.DIE, 1);
            time.advance(StoreOptions.defaults().lease().multipliedBy(2));
            network.open();

            assertThatThrownBy(() -> locked.save(2)).isInstanceOf(InstanceAccessException.LockLost.class);
            locked.close();
            time.advance(StoreOptions.defaults().lease().multipliedBy(2));
            assertThat(paused.update(key, TypedInstancesTest::oneMore)).isEqualTo(2);
        }
    }

    @Test
    void whatAStoreCannotKeepIsRefusedAtOnce() {
        record Unknown(Thread thread) {}

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.instances("Unknown", Unknown.class))
                .withMessageContaining("withValues");
        assertThatIllegalArgumentException().isThrownBy(() -> store.instances(" ", Integer.class));
        assertThatIllegalArgumentException().isThrownBy(() -> numbers.withTimeout(Duration.ZERO));
    }

    @Test
    void aClosedStoreTakesNoCall() {
        AtomicInteger calls = new AtomicInteger();
        numbers.create(key, 1);
        LockedInstance<Integer> locked = numbers.lock(key);
        store.close();

        assertThatIllegalStateException().isThrownBy(() -> numbers.read(key));
        assertThatIllegalStateException()
                .isThrownBy(() -> numbers.createOrUpdate(key, seen -> calls.incrementAndGet()));
        locked.close();
        assertThat(calls).hasValue(0);
    }

    /** Gives a command of the full API, as an administrator or another application would. */
    private <R> R give(InstanceId id, PersistenceCommand<R> command) {
        OwnerId owner = other.execute(other.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
        return other.execute(other.createHandle(owner, id), command, LONG);
    }
}
