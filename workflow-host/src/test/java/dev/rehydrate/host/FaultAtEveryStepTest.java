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
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The store of a host has a fault at the first step of some work, at its second, and so on, until the work needs no more. The host
 * lives on: who waits gets an answer that is true, every message has its effect once, and nothing stays behind.
 */
final class FaultAtEveryStepTest {

    private static final InstanceId ID = Orders.home("7");

    /** More than any work has; what comes later is the heartbeat and the search for due instances. */
    private static final int MOST_STEPS = 12;

    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration SETTLING = Duration.ofMinutes(10);

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

    /** What a host does while its store has a fault: from which state to which. */
    @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without a state.
    enum Work {
        CREATE("-", "cheese", run -> run.call(Orders.ADD, "7")),
        CALL("base", "base+cheese", run -> run.call(Orders.ADD, "7")),
        FURTHER_KEY("base", "base+cheese", run -> run.call(Orders.ADD, "seven")),
        ASSOCIATE("base", "base#", run -> run.callUnnamed(Orders.ALSO_KNOWN_AS, "more")),
        RELEASE("base", "base~", run -> run.callUnnamed(Orders.NO_LONGER, "seven")),
        SEND_TWICE("base", "base+cheese", run -> run.call(Orders.COOK_TWICE, "7")),
        SEND_AND_COMPLETE("base", "-", run -> run.call(Orders.DELIVER, "7")),
        TIMER("base", "base+late-once", run -> CompletableFuture.completedFuture(null)),
        POST(
                "base",
                "base+cheese",
                run -> run.host.postAsync(
                        Orders.ADD,
                        topping("7", "cheese"),
                        PostOptions.DEFAULT.within(run.patience()).withMessageId("m1"))),
        SUSPEND("base", "base!", run -> run.control().suspend(ID, "audit")),
        TERMINATE("base", "-", run -> run.control().terminate(ID, "enough")),
        ROUTED("base", "base+cheese", run -> run.routed());

        private final String before;
        private final String after;
        private final Function<Run, CompletableFuture<?>> begin;

        Work(String before, String after, Function<Run, CompletableFuture<?>> begin) {
            this.before = before;
            this.after = after;
            this.begin = begin;
        }

        private boolean creates() {
            return before.equals("-");
        }
    }

    static Stream<Arguments> everything() {
        return Stream.of(Work.values())
                .flatMap(work -> Stream.of(Keeping.values()).map(how -> Arguments.of(work, how)));
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
    private record Case(Work work, Keeping how, Trouble trouble, int step, Scene scene) {}

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

    @ParameterizedTest
    @MethodSource("everything")
    void whateverFailsTheAnswerIsTrueAndTheEffectComesOnce(Work work, Keeping how) {
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
        try (Run run = new Run(the)) {
            boolean met = run.hasFault();
            run.settle();
            String found = run.state();
            assertThat(found).as("after the first attempt, %s", run).isIn(run.possible());
            if (!found.equals(the.work().after)) {
                run.begin();
                run.settle();
            }
            assertThat(run.state()).as("in the end, %s", run).isEqualTo(the.work().after);
            run.assertNothingLeft();
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

    /** A farm in which one host has a trouble. */
    private static final class Run implements AutoCloseable {

        private static final Duration LONG = Duration.ofMinutes(5);

        private final Farm farm = new Farm();
        private final FaultPlan plan = new FaultPlan();
        private final List<OutboundMessage> sent = new ArrayList<>();
        private final Case the;
        private final InstanceStore store;
        private final WorkflowHost host;
        private final WorkflowHost router;
        private final int handlesAtRest;
        private final Farm.Tool observer;
        private CompletableFuture<?> answer;
        private int tasks;
        private int refusedFrom;
        private boolean refused;

        private Run(Case the) {
            this.the = the;
            observer = farm.tool();
            farm.definition = Orders.DEFINITION.concurrency(the.how().way);
            store = MemoryInstanceStore.open(
                    farm.data,
                    StoreOptions.defaults()
                            .withTime(farm.time)
                            .withValues(
                                    ValueEncoding.with(JacksonCodec.builder().build()))
                            .withDecorator(engine ->
                                    plan.decorate(the.scene().slow() ? new SlowEngine(engine, farm.time) : engine)));
            host = farm.host("faulty", store, builder -> settings(builder).executor(this::execute));
            handlesAtRest = LiveHandles.of(store).size();
            if (!the.work().creates()) {
                prepare(Orders.ADD, "base");
                prepare(Orders.ALSO_KNOWN_AS, "seven");
            }
            if (the.work() == Work.TIMER) {
                prepare(Orders.REMIND_ONLY, "");
            }
            if (the.scene().company()) {
                farm.host("other", this::settings);
            }
            router = the.work() == Work.ROUTED ? routing() : host;
        }

        private void prepare(Operation<Order, Topping, String> operation, String name) {
            var prepared = host.callAsync(operation, topping("7", name), CallOptions.DEFAULT);
            farm.advance(Duration.ofMillis(50));
            assertThat(prepared).isCompletedWithValueMatching(CallOutcome.Replied.class::isInstance);
        }

        private void execute(Runnable task) {
            tasks++;
            boolean refuses = the.trouble() == Trouble.REFUSE_ONE ? tasks == refusedFrom : tasks >= refusedFrom;
            if (refuses && refusedFrom > 0) {
                refused = true;
                throw new RejectedExecutionException("refused on purpose");
            }
            task.run();
        }

        private HostBuilder settings(HostBuilder builder) {
            return builder.timeToUnload(the.how().timeToUnload).sink(message -> {
                sent.add(message);
                return CompletableFuture.completedFuture(null);
            });
        }

        private WorkflowHost routing() {
            WorkflowHost here = farm.host(
                    "router",
                    settings -> settings(settings).router(new MessageRouter() {
                        @Override
                        public <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
                                String to, Operation<?, M, R> operation, M message, CallOptions options) {
                            return Optional.of(host.callAsync(operation, message, options.here()));
                        }
                    }));
            farm.engine.keepAt(new Placement("there:1", false));
            return here;
        }

        CompletableFuture<?> call(Operation<Order, Topping, String> operation, String order) {
            return host.callAsync(operation, topping(order, "cheese"), named());
        }

        /** Its repeat does no harm. */
        CompletableFuture<?> callUnnamed(Operation<Order, Topping, String> operation, String name) {
            return host.callAsync(operation, topping("7", name), CallOptions.DEFAULT.within(patience()));
        }

        CompletableFuture<?> routed() {
            return router.callAsync(Orders.ADD, topping("7", "cheese"), named());
        }

        AsyncInstanceControl control() {
            return host.control().within(patience()).async();
        }

        private CallOptions named() {
            return CallOptions.DEFAULT.within(patience()).withMessageId("m1");
        }

        Duration patience() {
            return the.scene().hurried() ? SECOND : LONG;
        }

        void begin() {
            answer = the.work().begin.apply(this);
        }

        /** {@return whether the store has had the fault} */
        boolean hasFault() {
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
        void settle() {
            for (Duration left = SETTLING; !left.isNegative() && !isAtRest(); left = left.minus(STEP)) {
                farm.advance(STEP);
            }
            farm.advance(Duration.ofSeconds(40));
        }

        private boolean isAtRest() {
            return answer.isDone()
                    && host.instancesInMemory() == 0
                    && LiveHandles.of(store).size() == handlesAtRest
                    && peek(Mailbox.of(ID)) instanceof LoadOutcome.NotFound
                    && peek(ID).loaded()
                            .filter(seen ->
                                    isHeld(seen.header()) || seen.header().dueAt() != null)
                            .isEmpty();
        }

        /** What is suspended stays with a holder that has expired, as nothing of it may run: the next load takes it over. */
        private boolean isHeld(InstanceHeader header) {
            return header.holder() != null
                    && (header.suspension() == null
                            || Optional.of(header.holder()).equals(host.owner()));
        }

        private LoadOutcome peek(InstanceId id) {
            return observer.ask(id, LoadInstance.of(LoadMode.peek()));
        }

        /** What may be stored after the answer that was given; a timer is waited for by no caller. */
        List<String> possible() {
            String before = the.work().before;
            String after = the.work().after;
            assertThat(answer).as("answered, %s", this).isDone();
            if (!answer.isCompletedExceptionally()) {
                return List.of(isDone(answer.join()) ? after : before);
            }
            Throwable failure = Failures.unwrap(failureOf(answer));
            boolean unknown = failure instanceof InstanceStoreException told && told.effect() == Effect.UNKNOWN;
            return unknown ? List.of(before, after) : List.of(before);
        }

        private static Throwable failureOf(CompletableFuture<?> failed) {
            return failed.handle((done, failure) -> failure).join();
        }

        private static boolean isDone(Object outcome) {
            return outcome instanceof ControlResult result
                    ? result == ControlResult.DONE
                    : !(outcome instanceof CallOutcome<?>) || outcome instanceof CallOutcome.Replied<?>;
        }

        /** What the instance has become, and whether it has the key that it gets or has not the one that it gives away. */
        String state() {
            String keys = (has("more") ? "#" : "") + (the.work() == Work.RELEASE && !has("seven") ? "~" : "");
            return peek(ID).loaded()
                    .map(seen -> seen.data().get("toppings", String.class)
                            + (seen.header().suspension() == null ? "" : "!")
                            + keys)
                    .orElse("-");
        }

        private boolean has(String order) {
            return observer.askFor(LoadInstanceByKey.of(Orders.key(order).key(), LoadMode.peek()))
                    .loaded()
                    .filter(found -> found.id().equals(ID))
                    .isPresent();
        }

        void assertNothingLeft() {
            peek(ID).loaded().ifPresent(seen -> {
                assertThat(isHeld(seen.header())).as("held, %s", this).isFalse();
                assertThat(seen.header().dueAt()).as("due, %s", this).isNull();
            });
            assertThat(peek(Mailbox.of(ID))).as("mailbox, %s", this).isInstanceOf(LoadOutcome.NotFound.class);
            assertThat(effects()).as("sent, %s", this).isEqualTo(expectedEffects());
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

        private List<String> expectedEffects() {
            return switch (the.work()) {
                case SEND_TWICE -> List.of("base+cheese/1", "base+cheese/2");
                case SEND_AND_COMPLETE -> List.of("base+cheese");
                default -> List.of();
            };
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
}
