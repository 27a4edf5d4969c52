// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A farm in which one host has a trouble at one step of its work. */
final class FaultRun implements AutoCloseable {

    static final InstanceId ID = Orders.home("7");

    /** More than any work has; what comes later is the heartbeat and the search for due instances. */
    private static final int MOST_STEPS = 12;

    /** More than a run has; without a limit a host that spins would hang the test, as no time passes. */
    private static final int MOST_TASKS = 20_000;

    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration SETTLING = Duration.ofMinutes(10);
    private static final Duration LONG = Duration.ofMinutes(5);

    /** How the host keeps the instance. */
    enum Keeping {
        WITHOUT_HOLD(ConcurrencyControl.OPTIMISTIC, Duration.ZERO),
        UNDER_HOLD(ConcurrencyControl.PESSIMISTIC, Duration.ZERO),
        IN_MEMORY(ConcurrencyControl.PESSIMISTIC, Duration.ofSeconds(20));

        private final ConcurrencyControl way;
        private final Duration timeToUnload;

        Keeping(ConcurrencyControl way, Duration timeToUnload) {
            this.way = way;
            this.timeToUnload = timeToUnload;
        }
    }

    /** What goes wrong, once or for a while. */
    enum Trouble {
        FAIL_BEFORE,
        FAIL_AFTER,
        HOLD_BACK,
        HOLD_ANSWER,
        DIE,
        DIE_AFTER,
        /** The threads of the host refuse one task. */
        REFUSE_ONE,
        /** The threads of the host refuse all tasks. */
        REFUSE_ALL;

        private boolean isOfStore() {
            return this != REFUSE_ONE && this != REFUSE_ALL;
        }
    }

    /** One trouble, at one step. */
    private record Case(FaultedWork work, Keeping how, Trouble trouble, int step, Scene scene) {}

    /**
     * What is tried with each trouble.
     *
     * @param seconds after how long all works again
     * @param company whether there is another host, which has no trouble
     * @param slow whether the store answers a millisecond later, and not at once
     * @param hurried whether the caller waits for one second only
     */
    private record Scene(int seconds, boolean company, boolean slow, boolean hurried) {}

    private static final List<Scene> SCENES = List.of(
            new Scene(2, false, true, true), new Scene(15, true, false, false), new Scene(90, false, true, false));

    private final Farm farm = new Farm();
    private final FaultPlan plan = new FaultPlan();
    private final List<OutboundMessage> sent = new ArrayList<>();
    private final Case the;
    private final InstanceStore store;
    private final WorkflowHost host;
    private final int handlesAtRest;
    private final Farm.Tool observer;
    private final List<UnsentMessage> sentLetters = new ArrayList<>();
    private final List<PostedMessage> postedLetters = new ArrayList<>();
    private CompletableFuture<?> answer;
    private boolean sinkRefuses;
    private int tasks;
    private int refusedFrom;
    private boolean refused;
    private boolean endless;

    private FaultRun(Case the) {
        this.the = the;
        observer = farm.tool();
        farm.definition = the.work().definition().concurrency(the.how().way);
        store = MemoryInstanceStore.open(
                farm.data,
                StoreOptions.defaults()
                        .withTime(farm.time)
                        .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                        .withDecorator(engine ->
                                plan.decorate(the.scene().slow() ? new SlowEngine(engine, farm.time) : engine)));
        host = farm.host(
                "faulty",
                store,
                builder -> the.work().settings(settings(builder).executor(this::execute), this));
        handlesAtRest = LiveHandles.of(store).size();
        the.work().prepare(this);
        if (the.scene().company()) {
            farm.host("other", this::settings);
        }
    }

    /** Tries a work with each trouble at each step. */
    static void tryEverywhere(FaultedWork work, Keeping how) {
        for (Trouble trouble : Trouble.values()) {
            for (Scene scene : SCENES) {
                int step = 1;
                while (step <= MOST_STEPS && meets(new Case(work, how, trouble, step, scene))) {
                    step++;
                }
            }
        }
    }

    /** {@return whether the work had so many steps} */
    private static boolean meets(Case the) {
        try (FaultRun run = new FaultRun(the)) {
            boolean met = run.hasFault();
            run.settle();
            String found = run.state();
            assertThat(found).as("after the first attempt, %s", run).isIn(run.possible());
            if (!found.equals(the.work().after())) {
                run.begin();
                run.settle();
            }
            assertThat(run.state())
                    .as("in the end, %s", run)
                    .isEqualTo(the.work().after());
            run.assertNothingLeft();
            assertThat(run.endless).as("spins, %s", run).isFalse();
            return met;
        } catch (RuntimeException broken) {
            throw new AssertionError("broken by " + the, broken);
        }
    }

    /** Answers a little later. */
    private static final class SlowEngine extends ForwardingEngine {

        private final ManualTime time;

        private SlowEngine(StorageEngine engine, ManualTime time) {
            super(engine);
            this.time = time;
        }

        @Override
        protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
            CompletableFuture<Void> later = new CompletableFuture<>();
            CompletionStage<T> done = call.get();
            time.schedule(Duration.ofMillis(1), () -> later.complete(null));
            return later.thenCompose(passed -> done);
        }
    }

    private void execute(Runnable task) {
        tasks++;
        if (tasks > MOST_TASKS) {
            endless = true;
            throw new RejectedExecutionException("the host does something over and over");
        }
        boolean refuses = the.trouble() == Trouble.REFUSE_ONE ? tasks == refusedFrom : tasks >= refusedFrom;
        if (refuses && refusedFrom > 0) {
            refused = true;
            throw new RejectedExecutionException("refused on purpose");
        }
        task.run();
    }

    private HostBuilder settings(HostBuilder builder) {
        return builder.timeToUnload(the.how().timeToUnload).sink(message -> {
            if (sinkRefuses) {
                return CompletableFuture.failedFuture(new IllegalStateException("the kitchen is closed"));
            }
            sent.add(message);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** The host that has the trouble. */
    WorkflowHost host() {
        return host;
    }

    /** A host without trouble that keeps nothing in memory. */
    WorkflowHost besides(String node, UnaryOperator<HostBuilder> with) {
        return farm.host(node, builder -> with.apply(settings(builder).timeToUnload(Duration.ZERO)));
    }

    /** Does something at a host of another definition that keeps nothing in memory, and ends it. */
    void formerly(WorkflowDefinition<?> definition, Consumer<WorkflowHost> before) {
        WorkflowDefinition<?> present = farm.definition;
        farm.definition = definition;
        try (WorkflowHost former = besides("former", builder -> builder)) {
            before.accept(former);
        }
        farm.definition = present;
    }

    /** Remembers the dead letters of the instance, for administrators. */
    void findLetters() {
        done(host.outboxes().messages(ID)).forEach(sentLetters::add);
        done(host.mailboxes().messages(ID)).forEach(postedLetters::add);
    }

    UnsentMessage sentLetter() {
        return sentLetters.get(0);
    }

    PostedMessage postedLetter() {
        return postedLetters.get(0);
    }

    /** Keeps data on a member that is not here. */
    void keepElsewhere(Placement placement) {
        farm.engine.keepAt(placement);
    }

    void sinkRefuses(boolean yes) {
        sinkRefuses = yes;
    }

    void prepare(Operation<Order, Topping, String> operation, Topping message) {
        done(host.callAsync(operation, message, CallOptions.DEFAULT));
    }

    /** What must be done before the trouble begins. */
    <T> T done(CompletableFuture<T> prepared) {
        farm.advance(Duration.ofMillis(50));
        assertThat(prepared).isCompleted();
        assertThat(prepared.join()).isNotInstanceOf(CallOutcome.Busy.class);
        return prepared.join();
    }

    CompletableFuture<?> call(Operation<Order, Topping, String> operation, String order) {
        return host.callAsync(operation, topping(order, "cheese"), named());
    }

    /** Its repeat does no harm. */
    CompletableFuture<?> callUnnamed(Operation<Order, Topping, String> operation, String name) {
        return host.callAsync(operation, topping("7", name), CallOptions.DEFAULT.within(patience()));
    }

    AsyncInstanceControl control() {
        return host.control().within(patience()).async();
    }

    CallOptions named() {
        return CallOptions.DEFAULT.within(patience()).withMessageId("m1");
    }

    Duration patience() {
        return the.scene().hurried() ? SECOND : LONG;
    }

    /** How long an administrator waits who cannot say it. */
    Duration storeTimeout() {
        return the.scene().hurried() ? SECOND : Duration.ofSeconds(10);
    }

    private void begin() {
        answer = the.work().begin(this);
    }

    /** {@return whether the store has had the fault} */
    private boolean hasFault() {
        Set<Step> kinds = the.scene().seconds() < 60 ? EnumSet.of(Step.SLOT) : EnumSet.allOf(Step.class);
        if (the.trouble().isOfStore()) {
            plan.inject(Fault.valueOf(the.trouble().name()), the.step(), kinds);
        } else {
            tasks = 0;
            refusedFrom = the.step();
        }
        begin();
        farm.advance(SECOND);
        farm.advance(SECOND);
        assertThat(answer.isDone() || !the.scene().hurried())
                .as("in time, %s", this)
                .isTrue();
        for (int i = 2; i < the.scene().seconds(); i++) {
            farm.advance(SECOND);
        }
        boolean met = plan.wasHit() || refused;
        plan.open();
        refusedFrom = 0;
        return met;
    }

    /** Lets time pass until nothing more is to be done, and then so much that a lease expires. */
    private void settle() {
        for (Duration left = SETTLING; !left.isNegative() && !isAtRest(); left = left.minus(STEP)) {
            farm.advance(STEP);
        }
        farm.advance(Duration.ofSeconds(40));
    }

    private boolean isAtRest() {
        return answer.isDone()
                && host.instancesInMemory() == 0
                && LiveHandles.of(store).size() == handlesAtRest
                && isAtRest(Mailbox.of(ID))
                && isAtRest(ID);
    }

    private boolean isAtRest(InstanceId id) {
        return peek(id).loaded()
                .filter(seen -> isHeld(seen.header()) || seen.header().dueAt() != null)
                .isEmpty();
    }

    /** What is suspended stays with a holder that has expired, as nothing of it may run: the next load takes it over. */
    private boolean isHeld(InstanceHeader header) {
        return header.holder() != null
                && (header.suspension() == null || Optional.of(header.holder()).equals(host.owner()));
    }

    private LoadOutcome peek(InstanceId id) {
        return observer.ask(id, LoadInstance.of(LoadMode.peek()));
    }

    /** What may be stored after the answer that was given; a timer is waited for by no caller. */
    private List<String> possible() {
        String before = the.work().before();
        String after = the.work().after();
        assertThat(answer).as("answered, %s", this).isDone();
        if (!answer.isCompletedExceptionally()) {
            boolean lost = the.work().mayBeLost() && hasToldOfALoss();
            return lost ? List.of(before, after) : List.of(isDone(answer.join()) ? after : before);
        }
        Throwable failure = Failures.unwrap(failureOf(answer));
        boolean unknown = failure instanceof InstanceStoreException told && told.effect() == Effect.UNKNOWN;
        return unknown ? List.of(before, after) : List.of(before);
    }

    private boolean hasToldOfALoss() {
        return farm.events.stream().anyMatch(event -> event.kind() == Kind.ABORTED && event.unsavedReplies() > 0);
    }

    private static Throwable failureOf(CompletableFuture<?> failed) {
        return failed.handle((done, failure) -> failure).join();
    }

    private static boolean isDone(Object outcome) {
        if (outcome instanceof ControlResult result) {
            return result == ControlResult.DONE;
        }
        return !Boolean.FALSE.equals(outcome)
                && (!(outcome instanceof CallOutcome<?>) || outcome instanceof CallOutcome.Replied<?>);
    }

    /** What the instance has become, how many dead letters there are, and what else the work says of it. */
    private String state() {
        return peek(ID).loaded()
                        .map(seen -> toppings(seen)
                                + (seen.header().suspension() == null ? "" : "!")
                                + (has("more") ? "#" : "")
                                + "†".repeat(HostState.of(seen).outbox().dead().size())
                                + the.work().also(this, seen))
                        .orElse("-")
                + peek(Mailbox.of(ID))
                        .loaded()
                        .map(seen ->
                                "‡".repeat(HostState.of(seen).queue().dead().size()))
                        .orElse("");
    }

    private String toppings(InstanceSnapshot seen) {
        return the.work()
                .definition()
                .stateOf(seen.header().definition(), seen.data())
                .toppings();
    }

    /** Whether the instance has a key. */
    boolean has(String order) {
        return observer.askFor(LoadInstanceByKey.of(Orders.key(order).key(), LoadMode.peek()))
                .loaded()
                .filter(found -> found.id().equals(ID))
                .isPresent();
    }

    private void assertNothingLeft() {
        peek(ID).loaded().ifPresent(seen -> {
            assertThat(isHeld(seen.header())).as("held, %s", this).isFalse();
            assertThat(seen.header().dueAt()).as("due, %s", this).isNull();
        });
        assertThat(peek(Mailbox.of(ID))).as("mailbox, %s", this).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(effects()).as("sent, %s", this).isEqualTo(the.work().effects());
        assertThat(host.instancesInMemory()).as("in memory, %s", this).isZero();
        assertThat(LiveHandles.of(store)).as("handles, %s", this).hasSize(handlesAtRest);
        assertThat(host.stop(SECOND)).as("stopped, %s", this).isDone();
    }

    /** What a receiver does that keeps the ids of messages. */
    private List<String> effects() {
        return sent.stream()
                .collect(Collectors.toMap(
                        OutboundMessage::id,
                        message -> message.payload(String.class),
                        (first, again) -> first,
                        LinkedHashMap::new))
                .values()
                .stream()
                .toList();
    }

    @Override
    public void close() {
        plan.open();
        farm.close();
        store.close();
    }

    @Override
    public String toString() {
        return the + ", answered " + answer + ", sent " + effects() + ", events "
                + farm.events.stream().map(HostEvent::kind).toList();
    }
}
