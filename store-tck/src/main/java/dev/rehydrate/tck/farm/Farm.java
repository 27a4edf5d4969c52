// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.StoreFixture;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;

/** The nodes of one test: stores over the same data, watched, and the time they live by. */
public final class Farm {

    /** How long an owner counts as alive after its last heartbeat. */
    public static final Duration LEASE = StoreOptions.defaults().lease();
    /** How long a claim that its instance does not list is taken for a save under way. */
    public static final Duration GRACE = StoreOptions.defaults().claimGrace();
    /** How often a store looks for runnable instances when nothing announces them. */
    public static final Duration DETECTION = StoreOptions.defaults().detectionPeriod();

    /** A pause this short is part of a command; time is moved for a caller that waits for the command. */
    private static final Duration SHORT = Duration.ofMillis(40);

    private static final Duration STEP = Duration.ofMillis(100);

    private final StoreFixture fixture;
    private final Scale scale;
    private final History history = new History();
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();

    Farm(StoreFixture fixture, Scale scale) {
        this.fixture = fixture;
        this.scale = scale;
    }

    /** Adds a node whose owner says nothing of itself. */
    public Node node() {
        return node(OwnerDescription.anonymous());
    }

    /** Adds a node for an owner with a description. */
    public Node node(OwnerDescription description) {
        return node(description, options -> options);
    }

    /** Adds a node whose store has other settings than the defaults. */
    public Node node(OwnerDescription description, UnaryOperator<StoreOptions> settings) {
        FaultPlan faults = new FaultPlan();
        StoreOptions options = settings.apply(options(engine -> faults.decorate(history.watch(engine))));
        Node node = new Node(this, fixture.open(options), faults);
        nodes.add(node);
        node.register(description);
        return node;
    }

    private StoreOptions options(UnaryOperator<StorageEngine> decorator) {
        return StoreOptions.defaults().withTime(fixture.time()).withDecorator(decorator);
    }

    /** What the clock of the farm shows. */
    public Instant now() {
        return fixture.time().instant();
    }

    /** The time of all nodes. */
    public ManualTime time() {
        return fixture.time();
    }

    /** How hard the kit tries. */
    public Scale scale() {
        return scale;
    }

    /** Moves the time of all nodes. */
    public void advance(Duration by) {
        fixture.advance(by);
    }

    /** Moves time until all stores have detected that a node has died. */
    public void passLease() {
        advance(LEASE.multipliedBy(2));
    }

    /**
     * Waits for an answer, moving time for what pauses on the way to it. The more threads wait, the less often each of them looks
     * whether time has to be moved: together they look once a millisecond. Each look is a switch of threads, and looks of many
     * would take the processor from the answers.
     */
    public <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> answer = stage.toCompletableFuture();
        waiting.incrementAndGet();
        try {
            return awaitInTurn(answer);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private <T> T awaitInTurn(CompletableFuture<T> answer) {
        long waited = 0;
        while (waited < scale.patience().toMillis()) {
            int pause = waiting.get();
            try {
                return answer.get(pause, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                waited += pause;
                moveTimeUnless(answer::isDone);
            } catch (ExecutionException failed) {
                throw unchecked(failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while it waited for an answer", interrupted);
            }
        }
        throw new AssertionError("no answer within " + scale.patience());
    }

    /** Whether nothing is under way is asked first: what ends between the two questions has brought the answer. */
    private void moveTimeUnless(BooleanSupplier answered) {
        if (fixture.isIdle() && !answered.getAsBoolean()) {
            fixture.time()
                    .untilNextTask()
                    .filter(next -> next.compareTo(SHORT) <= 0)
                    .ifPresent(this::advance);
        }
    }

    /**
     * Waits until the step was reached that is to go wrong, moving time for what pauses on the way to it. What a test begins
     * after that comes later, also in an engine with threads of its own.
     */
    public void awaitFault(Node node) {
        patiently().alias("the step with the fault was reached").until(() -> {
            moveTimeUnless(node.faults()::wasHit);
            return node.faults().wasHit();
        });
    }

    /**
     * Waits until something holds that happens in the background, moving time for what pauses on the way to it. If the engine
     * itself has reported an unknown effect, for example because a backup answered late, the store retries after longer pauses.
     */
    public void eventually(ThrowingRunnable assertion) {
        patiently().untilAsserted(() -> {
            moveTimeUnless(() -> false);
            if (isInDoubt()) {
                advance(STEP);
            }
            assertion.run();
        });
    }

    /** Tries until there is something. */
    public <T> T eventually(Callable<Optional<T>> attempt) {
        return patiently().until(attempt, Optional::isPresent).orElseThrow();
    }

    private ConditionFactory patiently() {
        return Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(scale.patience());
    }

    private static RuntimeException unchecked(ExecutionException failed) {
        Throwable failure = failed.getCause();
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException runtime ? runtime : new IllegalStateException(failed);
    }

    /** The owners that are registered. */
    public Set<OwnerId> owners() {
        return await(inspect().engine().owners()).keySet();
    }

    /** Those of them that have not expired. */
    public Set<OwnerId> liveOwners() {
        return await(inspect().engine().owners()).values().stream()
                .filter(owner -> !owner.isExpired())
                .map(OwnerRecord::id)
                .collect(Collectors.toSet());
    }

    /** The engine of one more store, without faults. */
    public StorageEngine engine() {
        return inspect().engine();
    }

    /** The slots in which there is an instance or a claim. */
    public List<SlotAddress> occupied() {
        return await(inspect().engine().scan(new SlotScan.Occupied(Duration.ZERO), Integer.MAX_VALUE));
    }

    /** What the engine answers when it is asked for a slot with some of its values. */
    public Slot slot(SlotAddress at, ValueSelection values) {
        return slot(engine(), at, values);
    }

    /** What one engine answers when it is asked for a slot with some of its values. */
    public Slot slot(StorageEngine engine, SlotAddress at, ValueSelection values) {
        return ((Reply.Done<Slot>) await(engine.apply(at, new InspectSlot(Set.of(), values)))).answer();
    }

    /** What the engine answers to a query. */
    public RecordPage page(InstanceQuery query) {
        return await(inspect().engine().query(query));
    }

    /** The slots in which anything is stored, if only a memory of what is over. */
    public List<SlotAddress> remembered() {
        Duration ever = StoreOptions.defaults().memoryRetention().multipliedBy(1000);
        return await(inspect().engine().scan(new SlotScan.Occupied(ever), Integer.MAX_VALUE));
    }

    /** Fails if something does not hold that must hold after every test. */
    public void verify() {
        Inspection inspection = inspect();
        inspection.node().register(OwnerDescription.anonymous());
        List<String> violations = new Invariants(this, inspection.node(), inspection.engine()).violations(history);
        if (!violations.isEmpty()) {
            throw new AssertionError("invariants are broken:\n  " + String.join("\n  ", violations));
        }
    }

    /**
     * Explains failures that come from the fixture and not from the store.
     *
     * @return what to change in the fixture, or empty if it suits the engine
     */
    Optional<String> trouble() {
        return history.hasLateAnswers() && !waitsWhenTimeMoves()
                ? Optional.of("the engine answers in threads of its own, and "
                        + fixture.getClass().getSimpleName()
                        + ".advance does not wait for them: extend SteppingFixture")
                : Optional.empty();
    }

    /** {@return whether the engine itself has reported an unknown effect, without a fault that was injected} */
    public boolean isInDoubt() {
        return history.hasDoubts();
    }

    private boolean waitsWhenTimeMoves() {
        try {
            return fixture.getClass().getMethod("advance", Duration.class).getDeclaringClass() != StoreFixture.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Opens one more store, to get hold of its engine. */
    private Inspection inspect() {
        AtomicReference<StorageEngine> tapped = new AtomicReference<>();
        StoreOptions options = options(engine -> {
            StorageEngine watched = history.watch(engine);
            tapped.set(watched);
            return watched;
        });
        Node node = new Node(this, fixture.open(options), new FaultPlan());
        nodes.add(node);
        return new Inspection(node, Objects.requireNonNull(tapped.get(), "the fixture ignores the decorator"));
    }

    /**
     * A node without faults, seen from above and from below.
     *
     * @param node the node
     * @param engine its engine
     */
    private record Inspection(Node node, StorageEngine engine) {}

    void close() {
        try {
            // A store waits for its owners to be retired, and that may pause until time is moved.
            nodes.forEach(node -> await(CompletableFuture.runAsync(node.store()::close)));
        } finally {
            fixture.close();
        }
    }
}
