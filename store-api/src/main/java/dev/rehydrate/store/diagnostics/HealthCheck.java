// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.diagnostics;

import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreHealth.Status;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Looks at a store from within: can its data be reached, do its owners live, is any of them lost, is its engine content, does it sweep. */
public final class HealthCheck {

    static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MISSED_SWEEPS = 3;

    private final StoreRuntime store;
    private final TimeSource time;

    public HealthCheck(StoreRuntime store) {
        this.store = store;
        this.time = store.options().time();
    }

    /** {@return the verdict on a store that is closed} */
    public static StoreHealth closed(StoreFacts facts) {
        return new StoreHealth(Status.DOWN, List.of("the store is closed"), facts);
    }

    /** Never fails, and has its answer in time. */
    public CompletableFuture<StoreHealth> look() {
        StorageEngine engine = store.engine();
        CompletableFuture<Findings> reached = asked(
                engine::owners,
                this::ofOwners,
                failure -> new Findings(true, List.of("the data cannot be reached: " + text(failure))));
        CompletableFuture<Findings> content = asked(
                engine::healthIssues,
                healthIssues -> new Findings(false, healthIssues),
                failure -> new Findings(false, List.of("the engine does not say how it is: " + text(failure))));
        CompletableFuture<Findings> whole = asked(
                engine::outages,
                outages -> new Findings(!outages.isEmpty(), outages),
                failure -> new Findings(false, List.of("whether all data are there is not known: " + text(failure))));
        return reached.thenCombine(whole, Findings::plus).thenCombine(content, this::verdict);
    }

    /**
     * What was found.
     *
     * @param fatal whether commands are not answered
     * @param reasons for people
     */
    private record Findings(boolean fatal, List<String> reasons) {

        /** What keeps commands from being answered comes first. */
        Findings plus(Findings more) {
            boolean moreIsWorse = more.fatal && !fatal;
            List<String> all = new ArrayList<>(moreIsWorse ? more.reasons : reasons);
            all.addAll(moreIsWorse ? reasons : more.reasons);
            return new Findings(fatal || more.fatal, all);
        }
    }

    private StoreHealth verdict(Findings reached, Findings content) {
        List<String> reasons = new ArrayList<>(reached.reasons());
        reasons.addAll(content.reasons());
        Duration sinceSweep = store.pulse().sinceSweep();
        // Divided, not multiplied: a period can be 'for ever'.
        if (sinceSweep.dividedBy(MISSED_SWEEPS).compareTo(store.options().sweepPeriod()) > 0) {
            reasons.add("nothing was swept for " + sinceSweep.toSeconds() + " s: what has expired is not removed");
        }
        Status status = reached.fatal() ? Status.DOWN : reasons.isEmpty() ? Status.UP : Status.DEGRADED;
        return new StoreHealth(status, reasons, store.facts());
    }

    private Findings ofOwners(Map<OwnerId, OwnerRecord> known) {
        List<String> reasons = new ArrayList<>();
        Duration late = store.options().lease().multipliedBy(2).dividedBy(3);
        for (LocalOwner owner : store.owners()) {
            Duration silent = owner.lease().sinceProven();
            if (owner.isLost() || !known.containsKey(owner.id())) {
                reasons.add("owner " + owner.id() + " is lost");
            } else if (silent.compareTo(late) > 0) {
                reasons.add("owner " + owner.id() + " could not beat for " + silent.toSeconds() + " s of a lease of "
                        + store.options().lease().toSeconds() + " s");
            }
        }
        return new Findings(false, reasons);
    }

    private <T> CompletableFuture<Findings> asked(
            Supplier<CompletionStage<T>> question,
            Function<T, Findings> answered,
            Function<Throwable, Findings> failed) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            TimeSource.Cancellable timer = time.schedule(
                    PATIENCE,
                    () -> answer.completeExceptionally(
                            new IllegalStateException("no answer in " + PATIENCE.toSeconds() + " s")));
            var unusedEnd = answer.whenComplete((value, failure) -> timer.cancel());
            var unused = question.get().whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException | Error failure) {
            // Without a timer the engine is not asked: its answer might never come.
            answer.completeExceptionally(failure);
        }
        return answer.handle((value, failure) -> failure == null ? answered.apply(value) : failed.apply(failure));
    }

    private static String text(Throwable failure) {
        Throwable cause = Failures.unwrap(failure);
        return SafeText.line(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
    }
}
