// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.BulkCompletionResult;
import dev.rehydrate.host.ControlResult;
import dev.rehydrate.host.async.AsyncLoop;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.SafeText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends all instances of a definition, page by page. Ended instances are not listed any more, so the pages are read from the
 * beginning again, past the instances that could not be ended. One step at a time; used by one caller.
 */
public final class BulkCompletion {

    private static final int PAGE = 100;
    private static final Logger LOG = LoggerFactory.getLogger(BulkCompletion.class);

    private final ControlStore store;
    private final String definition;
    private final Function<InstanceId, CompletableFuture<ControlResult>> ending;
    private final Deque<InstanceId> next = new ArrayDeque<>();
    private final Set<InstanceId> tried = new HashSet<>();
    private int offset;
    private int completed;

    public BulkCompletion(
            ControlStore store, String definition, Function<InstanceId, CompletableFuture<ControlResult>> ending) {
        this.store = store;
        this.definition = definition;
        this.ending = ending;
    }

    public CompletableFuture<BulkCompletionResult> run() {
        return AsyncLoop.whileTrue(this::step)
                .thenCompose(over -> page(0, 1))
                .thenApply(left -> new BulkCompletionResult(completed, left.total(), left.gap()));
    }

    /** Whether there is more to do. */
    private CompletableFuture<Boolean> step() {
        if (store.deadline().isOver()) {
            return CompletableFuture.completedFuture(false);
        }
        InstanceId one = next.poll();
        return one == null ? page(offset, PAGE).thenApply(this::hasMore) : end(one);
    }

    private CompletableFuture<Boolean> end(InstanceId one) {
        tried.add(one);
        return Failures.caught(() -> ending.apply(one)).handle((result, failure) -> {
            note(one, result, failure);
            return true;
        });
    }

    private void note(InstanceId one, @Nullable ControlResult result, @Nullable Throwable failure) {
        if (result == ControlResult.DONE) {
            completed++;
        } else if (failure != null) {
            LOG.warn(
                    "could not complete an instance, the others follow: instance={}",
                    one,
                    SafeText.failure(Failures.unwrap(failure)));
        }
    }

    private boolean hasMore(InstancePage page) {
        page.entries().stream()
                .map(entry -> entry.header().id())
                .filter(id -> !tried.contains(id))
                .forEach(next::add);
        offset = next.isEmpty() ? offset + PAGE : 0;
        return !next.isEmpty() || offset < page.total();
    }

    private CompletableFuture<InstancePage> page(int first, int size) {
        InstanceQuery query = InstanceQuery.builder()
                .ofDefinition(definition)
                .in(InstanceState.UNINITIALIZED, InstanceState.INITIALIZED)
                .page(first, size)
                .build();
        return store.ask(null, new QueryInstances(query));
    }
}
