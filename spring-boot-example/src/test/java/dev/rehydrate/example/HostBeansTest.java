// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.MessageRouter;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OutboundSink;
import dev.rehydrate.host.TurnObserver;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.micrometer.HostMeters;
import dev.rehydrate.spring.boot.RehydrateAutoConfiguration;
import dev.rehydrate.spring.boot.RehydrateHostMetersAutoConfiguration;
import dev.rehydrate.spring.boot.StartRefusedException;
import dev.rehydrate.spring.boot.StoreCustomizer;
import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Beans of the application that concern its host. */
class HostBeansTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RehydrateAutoConfiguration.class))
            .withBean("notes", WorkflowDefinition.class, () -> Notes.DEFINITION)
            .withPropertyValues("rehydrate.store=memory");

    /** What follows turns, as the meters of hosts do for traces. */
    private record Following(List<String> operations) implements HostListener {

        @Override
        public void on(HostEvent event) {
            // Not of interest here.
        }

        @Override
        public TurnObserver turns() {
            return () -> turn -> {
                operations.add(turn.operation());
                return TurnObserver.ObservedTurn.NONE;
            };
        }
    }

    @Test
    void aListenerThatFollowsTurnsDoes() {
        List<String> operations = new CopyOnWriteArrayList<>();
        application
                .withBean("events", HostListener.class, () -> event -> {})
                .withBean("traces", HostListener.class, () -> new Following(operations))
                .run(context -> {
                    context.getBean(WorkflowHost.class).call(Notes.WRITE, new Notes.Write("n", "one"));

                    assertThat(operations).containsExactly("Write");
                });
    }

    @Test
    void aListenerThatFailsKeepsNoOtherFromBeingTold() {
        List<HostEvent.Kind> told = new CopyOnWriteArrayList<>();
        application
                .withBean("broken", HostListener.class, () -> event -> {
                    throw new IllegalStateException("broken");
                })
                .withBean("audit", HostListener.class, () -> event -> told.add(event.kind()))
                .run(context -> {
                    context.getBean(WorkflowHost.class).call(Notes.WRITE, new Notes.Write("n", "one"));

                    assertThat(told).contains(HostEvent.Kind.CREATED);
                });
    }

    private static Stream<Arguments> connections() {
        return Stream.of(
                connection(OutboundSink.class, () -> message -> CompletableFuture.completedFuture(null)),
                connection(MessageRouter.class, () -> new MessageRouter() {
                    @Override
                    public <M, R> Optional<CompletableFuture<CallOutcome<R>>> route(
                            String member, Operation<?, M, R> operation, M message, CallOptions options) {
                        return Optional.empty();
                    }
                }),
                connection(TimeSource.class, TimeSource::system));
    }

    private static <T> Arguments connection(Class<T> type, Supplier<T> bean) {
        return Arguments.of(type, bean);
    }

    @ParameterizedTest
    @MethodSource("connections")
    <T> void ofTwoBeansThatAHostCanHaveOneOfOneHasToBePrimary(Class<T> type, Supplier<T> bean) {
        ApplicationContextRunner one = application.withBean("first", type, bean);

        one.withBean("second", type, bean)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessage("There are several beans of type " + type.getSimpleName()
                                + ", and none of them is @Primary."));
        one.withBean("second", type, bean, definition -> definition.setPrimary(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void metersThatTheApplicationHasItselfAreNotMadeAgain() {
        ApplicationContextRunner measured = application
                .withConfiguration(AutoConfigurations.of(RehydrateHostMetersAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

        measured.run(context -> assertThat(context).hasSingleBean(HostMeters.class));
        measured.withBean("own", HostMeters.class, () -> HostMeters.on(new SimpleMeterRegistry()))
                .run(context -> {
                    assertThat(context).hasSingleBean(HostMeters.class).hasBean("own");
                    assertThat(context.getBean(MeterRegistry.class).getMeters()).isEmpty();
                });
    }

    @Test
    void twoContextsOfOneProcessDoNotMeet() {
        application.run(first -> {
            WorkflowHost host = first.getBean(WorkflowHost.class);
            Notes.Write line = new Notes.Write("n", "one");
            host.call(Notes.WRITE, line);

            application.run(second -> assertThat(second.getBean(WorkflowHost.class)
                            .call(Notes.WRITE, line)
                            .replyOrThrow()
                            .reply())
                    .isEqualTo(1));

            assertThat(host.call(Notes.WRITE, line).replyOrThrow().reply()).isEqualTo(2);
        });
    }

    /** As a member of a protected farm that is alone. */
    private static final class WithoutOwners extends ForwardingEngine {

        private WithoutOwners(StorageEngine engine) {
            super(engine);
        }

        @Override
        protected <T> CompletionStage<T> ownerCall(Supplier<CompletionStage<T>> call) {
            return CompletableFuture.failedFuture(new StorageException(Effect.NONE, "there is no majority", null));
        }
    }

    @Test
    void aStoreThatCannotRegisterTheHostIsToldInASentence() {
        application
                .withPropertyValues("rehydrate.host.store-timeout=100ms")
                .withBean(StoreCustomizer.class, () -> options -> options.withDecorator(WithoutOwners::new))
                .run(context -> assertThat(
                                Stream.iterate(context.getStartupFailure(), Objects::nonNull, Throwable::getCause))
                        .filteredOn(StartRefusedException.class::isInstance)
                        .singleElement()
                        .satisfies(refused -> {
                            assertThat(refused.getMessage())
                                    .startsWith("The host cannot be started: ")
                                    .contains("there is no majority", "nothing was changed");
                            assertThat(((StartRefusedException) refused).action())
                                    .contains("durability: protected", "more than half of farm-size");
                        }));
    }
}
