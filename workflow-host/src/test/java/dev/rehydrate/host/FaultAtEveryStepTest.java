// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;

import dev.rehydrate.engine.Placement;
import dev.rehydrate.host.FaultRun.Keeping;
import dev.rehydrate.instance.InstanceSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The store of a host has a fault at the first step of some work, at its second, and so on, until the work needs no more. The host
 * lives on: who waits gets an answer that is true, every message has its effect once, and nothing stays behind.
 */
final class FaultAtEveryStepTest {

    /** What a host does while its store has a fault: from which state to which. */
    @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without a state.
    enum Work implements FaultedWork {
        CREATE("-", "cheese", run -> run.call(Orders.ADD, "7")),
        CALL("base", "base+cheese", run -> run.call(Orders.ADD, "7")),
        FURTHER_KEY("base", "base+cheese", run -> run.call(Orders.ADD, "seven")),
        ASSOCIATE("base", "base#", run -> run.callUnnamed(Orders.ALSO_KNOWN_AS, "more")),
        RELEASE("base", "base~", run -> run.callUnnamed(Orders.NO_LONGER, "seven")) {
            @Override
            public String also(FaultRun run, InstanceSnapshot seen) {
                return run.has("seven") ? "" : "~";
            }
        },
        SEND_TWICE("base", "base+cheese", run -> run.call(Orders.COOK_TWICE, "7")) {
            @Override
            public List<String> effects() {
                return List.of("base+cheese/1", "base+cheese/2");
            }
        },
        SEND_AND_COMPLETE("base", "-", run -> run.call(Orders.DELIVER, "7")) {
            @Override
            public List<String> effects() {
                return List.of("base+cheese");
            }
        },
        TIMER("base", "base+late-once", run -> CompletableFuture.completedFuture(null)) {
            @Override
            public void prepare(FaultRun run) {
                super.prepare(run);
                run.prepare(Orders.REMIND_ONLY, topping("7", ""));
            }
        },
        POST(
                "base",
                "base+cheese",
                run -> run.host()
                        .postAsync(
                                Orders.ADD,
                                topping("7", "cheese"),
                                PostOptions.DEFAULT.within(run.patience()).withMessageId("m1"))),
        SUSPEND("base", "base!", run -> run.control().suspend(FaultRun.ID, "audit")),
        TERMINATE("base", "-", run -> run.control().terminate(FaultRun.ID, "enough")),
        ROUTED("base", "base+cheese", Work::routed);

        private final String before;
        private final String after;
        private final Function<FaultRun, CompletableFuture<?>> begin;

        Work(String before, String after, Function<FaultRun, CompletableFuture<?>> begin) {
            this.before = before;
            this.after = after;
            this.begin = begin;
        }

        private static CompletableFuture<?> routed(FaultRun run) {
            WorkflowHost router = run.besides(
                    "router",
                    settings -> settings.router(new MessageRouter() {
                        @Override
                        public <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
                                String to, Operation<?, M, R> operation, M message, CallOptions options) {
                            return Optional.of(run.host().callAsync(operation, message, options.here()));
                        }
                    }));
            run.keepElsewhere(new Placement("there:1", false));
            return router.callAsync(Orders.ADD, topping("7", "cheese"), run.named());
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
        public CompletableFuture<?> begin(FaultRun run) {
            return begin.apply(run);
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
