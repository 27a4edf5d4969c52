// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.promoted;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.Mailboxes;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.store.StoreCommands;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a farm, counted one question after the other, so that a large farm is not asked for all at once. A question that fails
 * takes nothing from the others.
 *
 * @param figures by what was counted: a state, how late instances are, or a meter; nothing for a question that has failed
 * @param countedAt when, by the monotonic clock of the store
 * @param failure why the first of the questions that failed did so, or null
 */
record FarmCounts(
        Map<Object, Long> figures, long countedAt, @Nullable Throwable failure) {

    /** How late instances are that are counted as late. */
    static final List<Duration> LATE = List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(10));

    /** A figure; NaN if it is not known, which must not look like zero. */
    double figure(Object of) {
        Long figure = figures.get(of);
        return figure == null ? Double.NaN : figure;
    }

    /** Asks a store. */
    static final class Counting {

        private final StoreCommands commands;
        private final Instant now;
        private final Map<Object, Long> figures = new HashMap<>();
        private @Nullable Throwable failure;

        Counting(StoreCommands commands, Instant now) {
            this.commands = commands;
            this.now = now;
        }

        CompletableFuture<FarmCounts> run(LongSupplier clock) {
            CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
            for (InstanceState state : InstanceState.values()) {
                all = all.thenCompose(
                        done -> count(state, InstanceQuery.builder().in(state)));
            }
            for (Duration late : LATE) {
                all = all.thenCompose(done -> count(
                        late,
                        InstanceQuery.builder()
                                .in(InstanceState.INITIALIZED)
                                .suspended(false)
                                .where(DUE.atMost(now.minus(late)))));
            }
            return all.thenCompose(done -> ask(
                            InstanceQuery.builder()
                                    .suspended(true)
                                    .page(0, InstanceQuery.MAX_LIMIT)
                                    .build(),
                            this::takeSuspended))
                    .thenCompose(done -> count(HostMeter.MAILBOXES, inMailboxes()))
                    .thenCompose(done -> ask(
                            inMailboxes()
                                    .where(promoted(Mailboxes.DEAD_LETTERS).atLeast(1))
                                    .page(0, InstanceQuery.MAX_LIMIT)
                                    .build(),
                            this::takeDead))
                    .thenApply(done -> new FarmCounts(Map.copyOf(figures), clock.getAsLong(), failure));
        }

        private static InstanceQuery.Builder inMailboxes() {
            return InstanceQuery.builder().ofDefinition(Mailboxes.DEFINITION).in(InstanceState.INITIALIZED);
        }

        private void takeSuspended(InstancePage page) {
            figures.put(HostMeter.SUSPENDED, page.total());
            figures.put(
                    HostMeter.FAILED,
                    page.entries().stream()
                            .map(entry -> entry.header().suspension())
                            .filter(Counting::isFailure)
                            .count());
        }

        private void takeDead(InstancePage page) {
            figures.put(HostMeter.DEAD, page.total());
            figures.put(
                    HostMeter.DEAD_LETTERS,
                    page.entries().stream()
                            .map(entry -> entry.promoted().get(Mailboxes.DEAD_LETTERS))
                            .mapToLong(dead ->
                                    dead != null && dead.value() instanceof BigDecimal number ? number.longValue() : 0)
                            .sum());
        }

        /** An instance may be suspended meanwhile, and resumed. */
        private static boolean isFailure(@Nullable Suspension suspension) {
            return suspension != null && (suspension.failed() || suspension.failure() != null);
        }

        private CompletableFuture<Void> count(Object of, InstanceQuery.Builder query) {
            return ask(query.build().countOnly(), page -> figures.put(of, page.total()));
        }

        /** The questions come one after the other, so that nothing is written by two threads at a time. */
        private CompletableFuture<Void> ask(InstanceQuery query, Consumer<InstancePage> take) {
            CompletableFuture<InstancePage> answer;
            try {
                answer = commands.executeAsync(QueryInstances.of(query));
            } catch (RuntimeException refused) {
                answer = CompletableFuture.failedFuture(refused);
            }
            return answer.handle((page, failed) -> {
                if (failed == null) {
                    take.accept(Objects.requireNonNull(page));
                } else if (failure == null) {
                    failure = failed;
                }
                return null;
            });
        }
    }
}
