// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnObserver.BegunTurn;
import dev.rehydrate.host.TurnObserver.ObservedTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an observer of turns is told, what is stored of it, and that it changes nothing else. */
class TurnObserverTest {

    private final Farm farm = new Farm();
    private final List<BegunTurn> begun = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private String trace = "first";
    private @Nullable Throwable failure;

    @AfterEach
    void close() {
        farm.close();
    }

    private final class Following implements ObservedTurn {

        @Override
        public Optional<String> trace() {
            return Optional.of(trace);
        }

        @Override
        public void end(@Nullable Throwable failure) {
            ended.add(failure == null ? "returned" : failure.getClass().getSimpleName());
        }
    }

    private HostListener listening(TurnObserver observer) {
        return new HostListener() {
            @Override
            public void on(HostEvent event) {
                farm.events.add(event);
            }

            @Override
            public TurnObserver turns() {
                return observer;
            }
        };
    }

    private WorkflowHost host(String node, UnaryOperator<HostBuilder> settings) {
        HostListener listener = listening(() -> turn -> {
            begun.add(turn);
            return new Following();
        });
        return farm.host(node, builder -> settings.apply(builder).listener(listener));
    }

    private WorkflowHost host(String node) {
        return host(node, builder -> builder.timeToUnload(Duration.ZERO));
    }

    private List<String> previous() {
        return begun.stream().map(turn -> turn.previous().orElse("-")).toList();
    }

    @Test
    void theTraceOfAnEarlierTurnComesWithTheInstance() {
        host("one").call(Docs.CREATE, edit("42", "a")).replyOrThrow();
        trace = "second";
        WorkflowHost two = host("two");
        two.call(Docs.UPDATE, edit("42", "b")).replyOrThrow();
        two.call(Docs.UPDATE, edit("42", "c")).replyOrThrow();

        assertThat(previous()).containsExactly("-", "first", "second");
        assertThat(begun.get(1))
                .isEqualTo(new BegunTurn("two", Docs.UPDATE.name(), Docs.home("42"), Optional.of("first")));
        assertThat(ended).containsExactly("returned", "returned", "returned");
    }

    @Test
    void aTraceThatIsTooLongIsNotStored() {
        host("one").call(Docs.CREATE, edit("42", "a")).replyOrThrow();
        trace = "x".repeat(257);
        WorkflowHost two = host("two");
        two.call(Docs.UPDATE, edit("42", "b")).replyOrThrow();
        two.call(Docs.UPDATE, edit("42", "c")).replyOrThrow();

        assertThat(previous()).containsExactly("-", "first", "first");
    }

    @Test
    void aHandlerThatThrowsIsTold() {
        farm.definition = Docs.DEFINITION.onUnhandledFailure(UnhandledFailure.ABANDON);
        WorkflowHost host = host("one");
        host.call(Docs.CREATE, edit("42", "a")).replyOrThrow();

        assertThatExceptionOfType(TurnFailedException.class).isThrownBy(() -> host.call(Docs.BREAK, edit("42", "b")));
        // A turn on a state that was loaded without a hold runs again when it fails: the state may have been stale.
        assertThat(ended).containsExactly("returned", "IllegalArgumentException", "IllegalArgumentException");
    }

    @Test
    void aTraceAloneIsNoReasonToSaveBeforeTheReply() {
        WorkflowHost host = host(
                "one", builder -> builder.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(Farm.SECOND));
        host.call(Docs.CREATE, edit("42", "a")).replyOrThrow();
        farm.events.clear();
        host.call(Docs.UPDATE, edit("42", "b")).replyOrThrow();

        assertThat(farm.events).extracting(HostEvent::kind).doesNotContain(Kind.PERSISTED);
    }

    @Test
    void theTraceOfATurnThatIsSavedWhenItIsIdleIsSavedWithIt() {
        WorkflowHost host = host(
                "one", builder -> builder.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(Farm.SECOND));
        host.call(Docs.CREATE, edit("42", "a")).replyOrThrow();
        trace = "second";
        host.call(Docs.UPDATE, edit("42", "b")).replyOrThrow();
        trace = "third";
        host.call(Docs.UPDATE, edit("42", "c")).replyOrThrow();
        farm.advance(Farm.SECOND.multipliedBy(3));
        assertThat(host.instancesInMemory()).isZero();
        host("two").call(Docs.UPDATE, edit("42", "d")).replyOrThrow();

        assertThat(previous()).containsExactly("-", "first", "second", "third");
    }

    /** Where an observer fails. */
    enum Step {
        CALLED,
        BEGIN,
        TRACE,
        END
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void whatAnObserverThrowsChangesNothing(Step failing) {
        WorkflowHost host = farm.host(
                "one", builder -> builder.timeToUnload(Duration.ZERO).listener(listening(failingAt(failing))));

        assertThat(host.call(Docs.CREATE, edit("42", "a"))
                        .replyOrThrow()
                        .facts()
                        .revision())
                .isNotNull();
        assertThat(farm.stored("42").snapshot().metadata().names()).doesNotContain("rehydrate.trace");
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"CALLED", "BEGIN", "TRACE"})
    void anObserverThatAnswersNullChangesNothing(Step missing) {
        TurnObserver silent = () -> missing == Step.CALLED
                ? null
                : turn -> missing == Step.BEGIN
                        ? null
                        : new ObservedTurn() {
                            @Override
                            public Optional<String> trace() {
                                return null;
                            }

                            @Override
                            public void end(@Nullable Throwable failure) {
                                ended.add("ended");
                            }
                        };
        WorkflowHost host =
                farm.host("one", builder -> builder.timeToUnload(Duration.ZERO).listener(listening(silent)));

        assertThat(host.call(Docs.CREATE, edit("42", "a")).replyOrThrow()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void anObserverThatDoesNotFitItsLibraryChangesNothing(Step failing) {
        failure = new NoSuchMethodError("an observer of another release");
        whatAnObserverThrowsChangesNothing(failing);
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void anErrorOfAnObserverChangesNothing(Step failing) {
        failure = new StackOverflowError("an observer that calls itself");
        whatAnObserverThrowsChangesNothing(failing);
    }

    private TurnObserver failingAt(Step failing) {
        return () -> {
            failIf(failing == Step.CALLED);
            return turn -> {
                failIf(failing == Step.BEGIN);
                return new ObservedTurn() {
                    @Override
                    public Optional<String> trace() {
                        failIf(failing == Step.TRACE);
                        return Optional.empty();
                    }

                    @Override
                    public void end(@Nullable Throwable failure) {
                        failIf(failing == Step.END);
                    }
                };
            };
        };
    }

    private void failIf(boolean now) {
        if (now && failure instanceof Error error) {
            throw error;
        }
        if (now) {
            throw new IllegalStateException("an observer that fails");
        }
    }
}
