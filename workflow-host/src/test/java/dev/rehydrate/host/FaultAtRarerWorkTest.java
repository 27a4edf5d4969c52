// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;

import dev.rehydrate.host.FaultRun.Keeping;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link FaultAtEveryStepTest}, with what hosts do less often. */
final class FaultAtRarerWorkTest {

    private static final Operation<Order, Topping, String> TALK = Operation.mustExist("Talk", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                Conversation<String> talk = turn.conversation("talk", String.class);
                return talk.isActive() ? talk.replace(talk.get().orElseThrow() + message.name()) : talk.start("?");
            });

    /** Gives one key away and takes two. */
    private static final Operation<Order, Topping, String> OTHER_KEYS = Operation.mustExist("OtherKeys", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.releaseKey(Orders.key("seven"));
                turn.associateKey(Orders.key("more"));
                turn.associateKey("role", Orders.key("most"));
                return order.toppings();
            });

    private static final WorkflowDefinition<Order> FIRST = Orders.DEFINITION.with(TALK, OTHER_KEYS);

    /** The same form, and another version. */
    private static final WorkflowDefinition<Order> SECOND = WorkflowDefinition.of(
                    DefinitionIdentity.of("PizzaOrder", "2.0"), StateMapping.ofRecord(Order.class))
            .with(Orders.ADD, Orders.COOK_TWICE, Orders.DELIVER, Orders.READ, Orders.REMIND, Orders.REMIND_ONLY)
            .continuing(FIRST.identity());

    /** Another form: one value. */
    private static final WorkflowDefinition<Order> THIRD = WorkflowDefinition.of("PizzaOrder", "3.0", Order.class)
            .with(Orders.ADD, Orders.COOK_TWICE, Orders.DELIVER, Orders.READ, Orders.REMIND, Orders.REMIND_ONLY)
            .upgrading(FIRST.identity(), StateMapping.ofRecord(Order.class)::fromValues);

    @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without a state.
    enum Work implements FaultedWork {
        TALK_FIRST("base", "base?", run -> run.call(TALK, "7")),
        TALK_ON("base?", "base?cheese", run -> run.call(TALK, "7")) {
            @Override
            public void prepare(FaultRun run) {
                super.prepare(run);
                run.prepare(TALK, topping("7", ""));
            }
        },
        KEYS("base", "base#~$", run -> run.callUnnamed(OTHER_KEYS, "")) {
            @Override
            public String also(FaultRun run, InstanceSnapshot seen) {
                return (run.has("seven") ? "" : "~") + (run.has("most") ? "$" : "");
            }
        },
        REPLY_FIRST("base", "base+cheese", run -> run.callUnnamed(Orders.ADD, "cheese")) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.acknowledge(Acknowledge.BEFORE_SAVE);
            }

            @Override
            public boolean mayBeLost() {
                return true;
            }
        },
        REPLY_FIRST_SAVE_SOON("base", "base+cheese", run -> run.callUnnamed(Orders.ADD, "cheese")) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.acknowledge(Acknowledge.BEFORE_SAVE).timeToPersist(Duration.ofMillis(500));
            }

            @Override
            public boolean mayBeLost() {
                return true;
            }
        },
        REDRIVE_SENT("base+cheese†", "base+cheese", run -> run.host().outboxes().redrive(run.sentLetter())) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.maxSends(1).storeTimeout(run.storeTimeout());
            }

            @Override
            public void prepare(FaultRun run) {
                run.prepare(Orders.ADD, topping("7", "base"));
                run.prepare(Orders.ALSO_KNOWN_AS, topping("7", "seven"));
                run.sinkRefuses(true);
                run.prepare(Orders.COOK, topping("7", "cheese"));
                run.sinkRefuses(false);
                run.findLetters();
            }

            @Override
            public List<String> effects() {
                return List.of("base+cheese");
            }
        },
        DISCARD_SENT("base+cheese†", "base+cheese", run -> run.host().outboxes().discard(run.sentLetter())) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.maxSends(1).storeTimeout(run.storeTimeout());
            }

            @Override
            public void prepare(FaultRun run) {
                REDRIVE_SENT.prepare(run);
            }
        },
        REDRIVE_POSTED(
                "base‡", "base+late-cheese", run -> run.host().mailboxes().redrive(run.postedLetter())) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.storeTimeout(run.storeTimeout());
            }

            @Override
            public void prepare(FaultRun run) {
                run.done(run.host().postAsync(Orders.REMIND, topping("7", "cheese"), PostOptions.DEFAULT));
                run.prepare(Orders.ADD, topping("7", "base"));
                run.prepare(Orders.ALSO_KNOWN_AS, topping("7", "seven"));
                run.findLetters();
            }
        },
        DISCARD_POSTED("base‡", "base", run -> run.host().mailboxes().discard(run.postedLetter())) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.storeTimeout(run.storeTimeout());
            }

            @Override
            public void prepare(FaultRun run) {
                REDRIVE_POSTED.prepare(run);
            }
        },
        OTHER_TYPE("base", "base+cheese", run -> run.call(Orders.ADD, "7")) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.hostType("other");
            }

            @Override
            public void prepare(FaultRun run) {
                byAnother(run, Orders.ADD, Orders.ALSO_KNOWN_AS);
            }
        },
        OTHER_TYPE_SENDS("base", "base+cheese", run -> run.call(Orders.COOK_TWICE, "7")) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.hostType("other");
            }

            @Override
            public void prepare(FaultRun run) {
                byAnother(run, Orders.ADD, Orders.ALSO_KNOWN_AS);
            }

            @Override
            public List<String> effects() {
                return List.of("base+cheese/1", "base+cheese/2");
            }
        },
        OTHER_TYPE_ENDS("base", "-", run -> run.call(Orders.DELIVER, "7")) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.hostType("other");
            }

            @Override
            public void prepare(FaultRun run) {
                byAnother(run, Orders.ADD, Orders.ALSO_KNOWN_AS);
            }

            @Override
            public List<String> effects() {
                return List.of("base+cheese");
            }
        },
        OTHER_TYPE_TIMER("base", "base+late-once", run -> run.callUnnamed(Orders.REMIND_ONLY, "")) {
            @Override
            public HostBuilder settings(HostBuilder builder, FaultRun run) {
                return builder.hostType("other");
            }

            @Override
            public void prepare(FaultRun run) {
                byAnother(run, Orders.ADD, Orders.ALSO_KNOWN_AS);
            }
        },
        CONTINUED("base", "base+cheese", run -> run.call(Orders.ADD, "7")) {
            @Override
            public WorkflowDefinition<Order> definition() {
                return SECOND;
            }

            @Override
            public void prepare(FaultRun run) {
                byFormer(run, Orders.ADD, Orders.ALSO_KNOWN_AS);
            }
        },
        CONTINUED_TIMER("base", "base+late-once", run -> CompletableFuture.completedFuture(null)) {
            @Override
            public WorkflowDefinition<Order> definition() {
                return SECOND;
            }

            @Override
            public void prepare(FaultRun run) {
                byFormer(run, Orders.ADD, Orders.ALSO_KNOWN_AS, Orders.REMIND_ONLY);
            }
        },
        UPGRADED_SENDS("base", "base+cheese", run -> run.call(Orders.COOK_TWICE, "7")) {
            @Override
            public WorkflowDefinition<Order> definition() {
                return THIRD;
            }

            @Override
            public void prepare(FaultRun run) {
                byFormer(run, Orders.ADD, Orders.ALSO_KNOWN_AS);
            }

            @Override
            public List<String> effects() {
                return List.of("base+cheese/1", "base+cheese/2");
            }
        },
        UPGRADED_TIMER("base", "base+late-once", run -> CompletableFuture.completedFuture(null)) {
            @Override
            public WorkflowDefinition<Order> definition() {
                return THIRD;
            }

            @Override
            public void prepare(FaultRun run) {
                byFormer(run, Orders.ADD, Orders.ALSO_KNOWN_AS, Orders.REMIND_ONLY);
            }
        };

        private final String before;
        private final String after;
        private final Function<FaultRun, CompletableFuture<?>> begin;

        Work(String before, String after, Function<FaultRun, CompletableFuture<?>> begin) {
            this.before = before;
            this.after = after;
            this.begin = begin;
        }

        /** A host of another type has begun the instance, and looks after it. */
        @SafeVarargs
        private static void byAnother(FaultRun run, Operation<Order, Topping, String>... operations) {
            WorkflowHost another = run.besides("another", builder -> builder);
            prepare(run, another, operations);
        }

        /** A host of the first version has begun the instance, and there is none any more. */
        @SafeVarargs
        private static void byFormer(FaultRun run, Operation<Order, Topping, String>... operations) {
            run.formerly(FIRST, former -> prepare(run, former, operations));
        }

        @SafeVarargs
        private static void prepare(FaultRun run, WorkflowHost host, Operation<Order, Topping, String>... operations) {
            for (Operation<Order, Topping, String> operation : operations) {
                String name = operation == Orders.ALSO_KNOWN_AS ? "seven" : "base";
                run.done(host.callAsync(operation, topping("7", name), CallOptions.DEFAULT));
            }
        }

        @Override
        public String before() {
            return before;
        }

        @Override
        public String after() {
            return after;
        }

        @Override
        public WorkflowDefinition<Order> definition() {
            return FIRST;
        }

        @Override
        public CompletableFuture<?> begin(FaultRun run) {
            return begin.apply(run);
        }

        /** What is said in the conversation. */
        @Override
        public String also(FaultRun run, InstanceSnapshot seen) {
            return HostState.of(seen)
                    .conversations()
                    .find("talk")
                    .map(talk -> talk.state().as(String.class))
                    .orElse("");
        }
    }

    static Stream<Arguments> everything() {
        return Stream.of(Work.values())
                .flatMap(work -> Stream.of(Keeping.values()).map(how -> Arguments.of(work, how)));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void whateverFailsTheAnswerIsTrueAndTheEffectComesOnce(Work work, Keeping how) {
        FaultRun.tryEverywhere(work, how);
    }
}
