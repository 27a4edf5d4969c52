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
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a farm, counted one question after the other, so that a large farm is not asked for all at once.
 *
 * @param states by how far they have come
 * @param due that have wanted to run for at least so long
 * @param suspended that take no messages
 * @param failed of the first {@value InstanceQuery#MAX_LIMIT} suspended ones, those that have failed or whose handler threw
 * @param mailboxes in which messages wait
 * @param dead mailboxes with dead letters
 * @param countedAt when, by the monotonic clock of the store
 */
record FarmCounts(
        Map<InstanceState, Long> states,
        Map<Duration, Long> due,
        long suspended,
        long failed,
        long mailboxes,
        long dead,
        long countedAt) {

    /** How late instances are that are counted as late. */
    static final List<Duration> LATE = List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(10));

    /** Asks a store. */
    static final class Counting {

        private final StoreCommands commands;
        private final Instant now;
        private final Map<InstanceState, Long> states = new EnumMap<>(InstanceState.class);
        private final Map<Duration, Long> due = new HashMap<>();
        private long suspended;
        private long failed;
        private long mailboxes;
        private long dead;

        Counting(StoreCommands commands, Instant now) {
            this.commands = commands;
            this.now = now;
        }

        CompletableFuture<FarmCounts> run(LongSupplier clock) {
            CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
            for (InstanceState state : InstanceState.values()) {
                all = all.thenCompose(done -> count(InstanceQuery.builder().in(state)))
                        .thenAccept(total -> states.put(state, total));
            }
            for (Duration late : LATE) {
                all = all.thenCompose(done -> count(InstanceQuery.builder()
                                .in(InstanceState.INITIALIZED)
                                .suspended(false)
                                .where(DUE.atMost(now.minus(late)))))
                        .thenAccept(total -> due.put(late, total));
            }
            return all.thenCompose(done -> ask(InstanceQuery.builder()
                            .suspended(true)
                            .page(0, InstanceQuery.MAX_LIMIT)
                            .build()))
                    .thenAccept(this::takeSuspended)
                    .thenCompose(done -> count(inMailboxes()))
                    .thenAccept(total -> mailboxes = total)
                    .thenCompose(done -> count(
                            inMailboxes().where(promoted(Mailboxes.DEAD_LETTERS).atLeast(1))))
                    .thenAccept(total -> dead = total)
                    .thenApply(done -> new FarmCounts(
                            Map.copyOf(states),
                            Map.copyOf(due),
                            suspended,
                            failed,
                            mailboxes,
                            dead,
                            clock.getAsLong()));
        }

        private static InstanceQuery.Builder inMailboxes() {
            return InstanceQuery.builder().ofDefinition(Mailboxes.DEFINITION).in(InstanceState.INITIALIZED);
        }

        private void takeSuspended(InstancePage page) {
            suspended = page.total();
            failed = page.entries().stream()
                    .map(entry -> entry.header().suspension())
                    .filter(Counting::isFailure)
                    .count();
        }

        /** An instance may be suspended meanwhile, and resumed. */
        private static boolean isFailure(@Nullable Suspension suspension) {
            return suspension != null && (suspension.failed() || suspension.failure() != null);
        }

        private CompletableFuture<Long> count(InstanceQuery.Builder query) {
            return ask(query.build().countOnly()).thenApply(InstancePage::total);
        }

        private CompletableFuture<InstancePage> ask(InstanceQuery query) {
            return commands.executeAsync(QueryInstances.of(query));
        }
    }
}
