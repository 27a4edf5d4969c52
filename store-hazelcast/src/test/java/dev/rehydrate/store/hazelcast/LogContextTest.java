// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.LogContext;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Whom a log line concerns, in all the threads that work for a command. */
class LogContextTest {

    private static final Duration TIMEOUT = TestFarm.PATIENCE;
    private static final TestFarm FARM = new TestFarm();
    private static final HazelcastInstance MEMBER = FARM.member(HazelcastStoreOptions.builder());

    private final List<Map<String, String>> inSteps = new CopyOnWriteArrayList<>();
    private final Set<Thread> stepThreads = ConcurrentHashMap.newKeySet();
    private final FaultPlan faults = new FaultPlan();
    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @AfterAll
    static void stop() {
        FARM.close();
    }

    @AfterEach
    void leftNothing() {
        assertThat(context()).isEmpty();
    }

    private static Map<String, String> context() {
        Map<String, String> context = new HashMap<>();
        for (String name : List.of(LogContext.INSTANCE, LogContext.KEY, LogContext.OWNER)) {
            if (MDC.get(name) != null) {
                context.put(name, MDC.get(name));
            }
        }
        return context;
    }

    private final class Watched extends ForwardingEngine {
        Watched(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            inSteps.add(context());
            stepThreads.add(Thread.currentThread());
            return super.apply(at, operation);
        }
    }

    private InstanceStore open(UnaryOperator<StoreOptions> more) {
        StoreOptions options = StoreOptions.defaults().withDecorator(engine -> new Watched(faults.decorate(engine)));
        return HazelcastInstanceStore.open(MEMBER, more.apply(options));
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private CreateInstance withAFurtherKey() {
        InstanceChanges<InstanceValue> changes =
                InstanceChanges.builder().keys(KeyChanges.associating(key)).build();
        return CreateInstance.of(changes, AfterSave.RELEASE);
    }

    @Test
    void everyStepHasItInWhateverThread() throws Exception {
        try (InstanceStore store = open(StoreOptions::withLogContext)) {
            OwnerId owner = owner(store);

            faults.inject(Fault.HOLD_ANSWER, 1);

            var creating = store.executeAsync(store.createHandle(owner, id), withAFurtherKey(), TIMEOUT);
            CompletableFuture.runAsync(faults::open).join();
            creating.get(1, TimeUnit.MINUTES).receiptOrThrow();

            assertThat(inSteps)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .containsOnly(Map.of(LogContext.INSTANCE, id.toString(), LogContext.OWNER, owner.toString()));
            assertThat(stepThreads).hasSizeGreaterThanOrEqualTo(2).contains(Thread.currentThread());
        }
    }

    @Test
    void everyStepHasItInTheThreadOfACallerThatWaits() throws Exception {
        try (InstanceStore store = open(StoreOptions::withLogContext)) {
            OwnerId owner = owner(store);
            faults.inject(Fault.HOLD_ANSWER, 1);
            Thread caller = Thread.currentThread();
            CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
                while (caller.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                faults.open();
            });

            store.execute(store.createHandle(owner, id), withAFurtherKey(), TIMEOUT)
                    .receiptOrThrow();
            answering.get(1, TimeUnit.MINUTES);

            assertThat(inSteps)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .containsOnly(Map.of(LogContext.INSTANCE, id.toString(), LogContext.OWNER, owner.toString()));
            assertThat(stepThreads).containsOnly(caller);
        }
    }

    @Test
    void aKeyThatIsAskedForIsInItAndSoIsWhatWaitsForTheAnswer() throws Exception {
        try (InstanceStore store = open(StoreOptions::withLogContext)) {
            OwnerId owner = owner(store);
            faults.inject(Fault.HOLD_ANSWER, 1);

            var waiting = store.executeAsync(
                            store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.free()), TIMEOUT)
                    .thenApply(answer -> context());
            faults.open();

            assertThat(waiting.get(1, TimeUnit.MINUTES))
                    .isEqualTo(Map.of(LogContext.KEY, key.toString(), LogContext.OWNER, owner.toString()));
        }
    }

    @Test
    void theCallerGetsBackWhatItHad() {
        try (InstanceStore store = open(StoreOptions::withLogContext)) {
            OwnerId owner = owner(store);
            MDC.put(LogContext.INSTANCE, "of another library");

            store.execute(store.createHandle(owner, id), withAFurtherKey(), TIMEOUT);

            assertThat(context()).isEqualTo(Map.of(LogContext.INSTANCE, "of another library"));
        } finally {
            MDC.remove(LogContext.INSTANCE);
        }
    }

    @Test
    void itIsNotPaidForUnlessItIsWantedButAListenerHasIt() {
        List<Map<String, String>> inListener = new CopyOnWriteArrayList<>();
        StoreListener listener = new StoreListener() {
            @Override
            public void answered(Answered event) {
                inListener.add(context());
            }
        };
        try (InstanceStore store = open(options -> options.withListener(listener))) {
            OwnerId owner = owner(store);

            store.execute(store.createHandle(owner, id), withAFurtherKey(), TIMEOUT);

            assertThat(inSteps).containsOnly(Map.of());
            assertThat(inListener)
                    .last()
                    .isEqualTo(Map.of(LogContext.INSTANCE, id.toString(), LogContext.OWNER, owner.toString()));
        }
    }

    /** Tells of what wants to run in the thread that saves it, as a store in memory does. */
    private static final class TellsAtOnce extends ForwardingEngine {

        private final List<Map<String, String>> inLooks;
        private Consumer<Announcement> listener = news -> {};

        TellsAtOnce(StorageEngine engine, List<Map<String, String>> inLooks) {
            super(engine);
            this.inLooks = inLooks;
        }

        @Override
        public void onAnnouncement(Consumer<Announcement> told) {
            listener = told;
        }

        @Override
        public void announce(Announcement news) {
            listener.accept(news);
        }

        @Override
        public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
            inLooks.add(context());
            return super.walk(scan, after, limit);
        }
    }

    @Test
    void aLookForWhatWantsToRunIsAboutNobody() {
        List<Map<String, String>> inLooks = new CopyOnWriteArrayList<>();
        InstanceChanges<InstanceValue> due = InstanceChanges.builder()
                .replaceData(Map.of("text", InstanceValue.of("text")))
                .dueAfter(Duration.ZERO)
                .build();
        StoreOptions options = StoreOptions.defaults()
                .withLogContext()
                .withPeriods(Duration.ofHours(1), Duration.ofHours(1))
                .withDecorator(engine -> new TellsAtOnce(engine, inLooks));
        try (InstanceStore store = HazelcastInstanceStore.open(MEMBER, options)) {
            OwnerId owner =
                    store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);

            store.execute(store.createHandle(owner, id), CreateInstance.of(due, AfterSave.RELEASE), TIMEOUT);

            Awaitility.await().untilAsserted(() -> assertThat(inLooks).isNotEmpty());
            assertThat(inLooks).containsOnly(Map.of());
        }
    }
}
