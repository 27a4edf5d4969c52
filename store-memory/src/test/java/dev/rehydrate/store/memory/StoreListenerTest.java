// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static dev.rehydrate.store.memory.ListenedNode.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceCommandException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.AnswerKind;
import dev.rehydrate.store.CommandKind;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreListener.Answered;
import dev.rehydrate.store.StoreListener.ClaimRevoked;
import dev.rehydrate.store.StoreListener.Expired;
import dev.rehydrate.store.StoreListener.OwnerLost;
import dev.rehydrate.store.StoreListener.Quarantined;
import dev.rehydrate.store.StoreListener.Reclaimed;
import dev.rehydrate.store.StoreListener.Repeated;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.Step;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a store tells those who listen: everything once, and nothing that did not happen. */
class StoreListenerTest {

    private static final Duration LEASE = StoreOptions.defaults().lease();
    private static final Duration GRACE = StoreOptions.defaults().claimGrace();
    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final ListenedNode one = new ListenedNode(data, time);
    private final ListenedNode two = new ListenedNode(data, time);
    private final InstanceId id = InstanceId.random();

    @BeforeEach
    void forget() {
        assertThat(one.recorder().besidesCommands()).containsExactly("opened");
        one.recorder().forget();
        two.recorder().forget();
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void aCommandIsToldWithItsAnswerAndWhomItConcerned() {
        InstanceKey key = InstanceKey.random();
        one.run(id, create(changes("text").keys(KeyChanges.associating(key)).build()));
        one.run(id, create(InstanceChanges.none()));
        one.run(one.handle(), LoadInstanceByKey.of(key, LoadMode.hold()));
        two.run(id, LoadInstance.of(LoadMode.hold()));
        two.run(two.handle(), LoadInstanceByKey.of(InstanceKey.random(), LoadMode.free()));

        assertThat(one.recorder().told(Answered.class))
                .extracting(Answered::command, Answered::answer)
                .containsExactly(
                        tuple(CommandKind.CREATE_INSTANCE, AnswerKind.SAVED),
                        tuple(CommandKind.CREATE_INSTANCE, AnswerKind.MISMATCH),
                        tuple(CommandKind.LOAD_INSTANCE_BY_KEY, AnswerKind.LOADED));
        assertThat(two.recorder().told(Answered.class))
                .extracting(Answered::command, Answered::answer)
                .containsExactly(
                        tuple(CommandKind.LOAD_INSTANCE, AnswerKind.HELD),
                        tuple(CommandKind.LOAD_INSTANCE_BY_KEY, AnswerKind.NOT_FOUND));
        Answered byKey = one.recorder().told(Answered.class).get(2);
        assertThat(List.of(byKey.instance(), byKey.key(), byKey.owner())).isEqualTo(List.of(id, key, one.owner()));
        assertThat(one.recorder().besidesCommands()).isEmpty();
    }

    @Test
    void durationAndPayloadAreMeasured() {
        Duration each = Duration.ofMillis(7);
        try (ListenedNode slow = new ListenedNode(
                data,
                time,
                options -> options.withDecorator(engine -> new ForwardingEngine(engine) {
                    @Override
                    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
                        time.advance(each);
                        return super.apply(at, operation);
                    }
                }))) {
            slow.run(id, create(changes("some text").build()));
            slow.run(id, LoadInstance.of(LoadMode.authoritative()));
            slow.run(id, SaveInstance.of(InstanceChanges.none(), AfterSave.RELEASE));

            List<Answered> told =
                    slow.recorder().told(Answered.class).stream().skip(1).toList();
            assertThat(told).extracting(Answered::took).containsExactly(each, each, each);
            assertThat(told.get(0).payloadSent())
                    .isGreaterThan("some text".length())
                    .isLessThan(100);
            assertThat(told.get(1).payloadReceived()).isEqualTo(told.get(0).payloadSent());
            assertThat(told).extracting(Answered::payloadSent).endsWith(0L, 0L);
            assertThat(told)
                    .extracting(Answered::payloadReceived)
                    .startsWith(0L)
                    .endsWith(0L);
        }
    }

    @Test
    void aFailureAndATimeOutAreAnswersToo() {
        one.run(id, create(changes("text").build()));
        one.recorder().forget();

        one.faults().inject(Fault.FAIL_BEFORE, 1);
        assertThat(one.fail(one.handle(id), load())).isPresent();
        one.faults().inject(Fault.HOLD_ANSWER, 1);
        var late = one.store().executeAsync(one.handle(id), load(), TIMEOUT);
        assertThat(one.store().facts().commands()).isEqualTo(1);
        time.advance(TIMEOUT);
        one.faults().open();

        assertThat(late).isCompletedExceptionally();
        assertThat(one.store().facts().commands()).isZero();
        assertThat(one.recorder().told(Answered.class))
                .extracting(Answered::answer)
                .containsExactly(AnswerKind.UNAVAILABLE, AnswerKind.OUTCOME_UNKNOWN);
        assertThat(one.recorder().told(Answered.class).get(1).took()).isEqualTo(TIMEOUT);
    }

    @Test
    void aCommandOnAHandleThatWasFreedIsToldToo() {
        InstanceHandle freed = one.handle(id);
        freed.close();

        assertThat(one.fail(freed, load())).isPresent();

        assertThat(one.recorder().told(Answered.class))
                .extracting(Answered::command, Answered::answer)
                .containsExactly(tuple(CommandKind.LOAD_INSTANCE, AnswerKind.HANDLE_FREED));
        assertThat(one.store().facts().commands()).isZero();
    }

    @Test
    void everyCommandAndEveryFailureHasItsKind() {
        assertThat(PersistenceCommand.class.getPermittedSubclasses())
                .extracting(type -> type.getSimpleName())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(CommandKind.values())
                        .map(kind -> upperCamel(kind.name()))
                        .toList());
        Set<AnswerKind> inUse = EnumSet.noneOf(AnswerKind.class);
        Arrays.stream(CommandKind.values()).forEach(kind -> inUse.addAll(kind.answers()));
        assertThat(inUse)
                .isEqualTo(Arrays.stream(AnswerKind.values())
                        .filter(kind -> !kind.isFailure())
                        .collect(Collectors.toSet()));
        assertThat(InstanceCommandException.class.getPermittedSubclasses())
                .hasSize((int) Arrays.stream(AnswerKind.values())
                                .filter(AnswerKind::isFailure)
                                .count()
                        - 2);
    }

    private static String upperCamel(String name) {
        return Arrays.stream(name.split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    @Test
    void aHoldOfADeadOwnerIsReclaimedOnce() {
        one.run(id, create(changes("text").build(), AfterSave.KEEP));
        one.faults().inject(Fault.DIE, 1);
        time.advance(LEASE.multipliedBy(2));

        InstanceHandle handle = two.handle(id);
        two.run(handle, load());
        two.run(handle, SaveInstance.of(InstanceChanges.none(), AfterSave.RELEASE));
        two.run(id, load());

        assertThat(two.recorder().told(Reclaimed.class)).containsExactly(new Reclaimed(id, two.owner()));
        assertThat(one.recorder().told(Reclaimed.class)).isEmpty();
    }

    @Test
    void aRepeatedCommandIsTold() {
        CreateInstance create = create(changes("text").build());
        one.faults().inject(Fault.FAIL_AFTER, 1);
        assertThat(one.fail(one.handle(id), create)).containsInstanceOf(OutcomeUnknownException.class);
        assertThat(one.recorder().told(Repeated.class)).isEmpty();

        one.run(id, create).receiptOrThrow();

        assertThat(one.recorder().told(Repeated.class)).containsExactly(new Repeated(id, one.owner()));
    }

    @Test
    void aDanglingClaimThatIsRevokedIsTold() {
        InstanceKey key = InstanceKey.random();
        InstanceId gone = InstanceId.random();
        one.engine().apply(SlotAddress.of(key), new ClaimKey(key, new KeyClaim(gone, 0), null, Set.of()));

        var created = two.store()
                .executeAsync(
                        two.handle(id),
                        create(changes("text").keys(KeyChanges.associating(key)).build()),
                        TIMEOUT);
        time.advance(GRACE.multipliedBy(2));

        assertThat(created).isCompleted();
        assertThat(two.recorder().told(ClaimRevoked.class)).containsExactly(new ClaimRevoked(key, gone, two.owner()));
    }

    @Test
    void whatExpiresIsNamedWithItsKeysByTheOneThatSweptIt() {
        InstanceKey key = InstanceKey.random();
        one.run(
                id,
                create(changes("text")
                        .keys(KeyChanges.associating(key))
                        .idleTtl(Duration.ofSeconds(1))
                        .build()));

        time.advance(SWEEP.plusSeconds(2));

        assertThat(told(Expired.class)).containsExactly(new Expired(id, Set.of(key)));
    }

    @Test
    void whatExpiresIsNamedAlsoIfACommandComesFirst() {
        one.run(id, create(changes("text").idleTtl(Duration.ofSeconds(1)).build()));
        time.advance(Duration.ofSeconds(1));

        two.run(id, create(changes("another life").build())).receiptOrThrow();
        time.advance(SWEEP.multipliedBy(2));

        assertThat(told(Expired.class)).containsExactly(new Expired(id, Set.of()));
    }

    @Test
    void whatIsLeftOfTheDeadIsNotCalledExpired() {
        one.run(id, LoadInstance.of(LoadMode.holdOrCreate()));
        one.faults().inject(Fault.DIE, 1);
        time.advance(LEASE.multipliedBy(4));

        assertThat(data.slots().values()).allMatch(slot -> slot.instance() == null);
        assertThat(told(Expired.class)).isEmpty();
    }

    @Test
    void aLostLeaseIsToldOnceAndTheEndOfAnOwnerIsNot() {
        one.faults().inject(Fault.DIE, 1, EnumSet.of(Step.OWNER));
        time.advance(LEASE.multipliedBy(2));
        two.run(two.ownHandle(), new RetireOwner());
        ListenedNode three = new ListenedNode(data, time);
        three.close();

        assertThat(one.recorder().told(OwnerLost.class)).containsExactly(new OwnerLost(one.owner()));
        assertThat(two.recorder().besidesCommands()).isEmpty();
        assertThat(three.recorder().besidesCommands()).containsExactly("opened", "closed");
    }

    @Test
    void anInstanceThatIsPutAsideForAFailureIsTold() {
        InstanceId other = InstanceId.random();
        one.run(id, create(changes("text").build()));
        one.run(other, create(changes("text").build()));
        one.recorder().forget();

        one.run(id, SuspendInstance.because("an operator wants to look"));
        one.run(id, new SuspendInstance(CommandId.random(), "cannot be read", "UnreadableValue"));
        one.run(
                other,
                SaveInstance.of(changes("t").suspend("five times", "TurnFailed").build(), AfterSave.RELEASE));
        one.run(InstanceId.random(), new SuspendInstance(CommandId.random(), "no operator is there", "x"));

        assertThat(one.recorder().told(Quarantined.class))
                .containsExactly(
                        new Quarantined(id, "cannot be read", "UnreadableValue"),
                        new Quarantined(other, "five times", "TurnFailed"));
    }

    @Test
    void aListenerThatFailsHarmsNobodyAndOthersAreTold() {
        StoreListener broken = new StoreListener() {
            @Override
            public void opened(Supplier<StoreFacts> facts) {
                throw new AssertionError("on purpose");
            }

            @Override
            public void answered(Answered event) {
                throw new IllegalStateException("on purpose");
            }
        };
        Recorder after = new Recorder();
        try (ListenedNode node = new ListenedNode(
                data, time, options -> options.withListener(broken).withListener(after))) {
            node.run(id, create(changes("text").build())).receiptOrThrow();

            assertThat(after.told(Answered.class)).hasSize(2);
            assertThat(after.besidesCommands()).containsExactly("opened");
        }
    }

    @Test
    void theAnswerIsToldBeforeTheCallerHasIt() {
        one.faults().inject(Fault.HOLD_ANSWER, 1);
        var seen = one.store()
                .executeAsync(one.handle(id), create(changes("text").build()), TIMEOUT)
                .thenApply(saved -> one.recorder().told(Answered.class).size());

        one.faults().open();

        assertThat(seen).isCompletedWithValue(1);
    }

    @Test
    void withoutListenersNoClockIsReadForThem() {
        AtomicInteger reads = new AtomicInteger();
        StoreOptions silent = StoreOptions.defaults().withTime(counting(reads));
        int without = readsForALoad(silent, reads);
        int with = readsForALoad(silent.withListener(new Recorder()), reads);

        assertThat(with - without).isEqualTo(2);
    }

    private int readsForALoad(StoreOptions options, AtomicInteger reads) {
        try (InstanceStore store = MemoryInstanceStore.open(options)) {
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
            reads.set(0);
            store.execute(store.createHandle(owner, id), load(), TIMEOUT);
            return reads.get();
        }
    }

    private TimeSource counting(AtomicInteger reads) {
        return new ForwardingTime(time) {
            @Override
            public long nanoTime() {
                reads.incrementAndGet();
                return super.nanoTime();
            }
        };
    }

    private <T> List<T> told(Class<T> kind) {
        return Stream.of(one, two)
                .flatMap(node -> node.recorder().told(kind).stream())
                .toList();
    }

    private static LoadInstance load() {
        return LoadInstance.of(LoadMode.hold());
    }

    private static InstanceChanges.Builder changes(String text) {
        return InstanceChanges.builder().replaceData(Map.of("text", InstanceValue.of(text)));
    }

    private static CreateInstance create(InstanceChanges<InstanceValue> changes) {
        return create(changes, AfterSave.RELEASE);
    }

    private static CreateInstance create(InstanceChanges<InstanceValue> changes, AfterSave after) {
        return CreateInstance.of(changes, after);
    }
}
