// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.async.AsyncLoop;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.SafeText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the dead letters of the instances on one page, one instance after the other. An instance whose messages cannot
 * be read is listed as such, and does not hide the dead letters of the others.
 *
 * @param <T> what a message is here
 */
public final class DeadLetterSearch<T> {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterSearch.class);

    private final Function<InstanceSnapshot, List<T>> messages;
    private final Predicate<T> isDead;
    private final List<T> found = new ArrayList<>();
    private final List<InstanceId> unreadable = new ArrayList<>();

    public DeadLetterSearch(Function<InstanceSnapshot, List<T>> messages, Predicate<T> isDead) {
        this.messages = messages;
        this.isDead = isDead;
    }

    public CompletableFuture<DeadLetterSearch<T>> lookFor(ControlStore store, InstancePage page) {
        Iterator<InstancePage.Entry> left = page.entries().iterator();
        return AsyncLoop.whileTrue(() -> left.hasNext()
                        ? lookInto(store, left.next().header().id())
                        : CompletableFuture.completedFuture(false))
                .thenApply(end -> this);
    }

    private CompletableFuture<Boolean> lookInto(ControlStore store, InstanceId instance) {
        return store.ask(instance, LoadInstance.of(LoadMode.peek())).thenApply(outcome -> {
            outcome.loaded().ifPresent(this::lookInto);
            return true;
        });
    }

    private void lookInto(InstanceSnapshot instance) {
        try {
            messages.apply(instance).stream().filter(isDead).forEach(found::add);
        } catch (RuntimeException damaged) {
            LOG.warn(
                    "the messages of an instance cannot be read: instance={}",
                    instance.id(),
                    SafeText.failure(damaged));
            unreadable.add(instance.id());
        }
    }

    /** Those of one instance are together and in their order. */
    public List<T> found() {
        return found;
    }

    public List<InstanceId> unreadable() {
        return unreadable;
    }
}
