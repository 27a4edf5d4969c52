// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstancePage;
import dev.rehydrate.instance.InstanceId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/** Messages that are set aside, looked for in one instance of a page after the other. */
final class DeadLetters {

    private DeadLetters() {}

    /** Those of one instance stay together and in their order. */
    static <T> CompletableFuture<List<T>> in(
            InstancePage page, Function<InstanceId, CompletableFuture<List<T>>> messages, Predicate<T> isDead) {
        Iterator<InstancePage.Entry> left = page.entries().iterator();
        List<T> found = new ArrayList<>();
        return Repeat.whileTrue(() -> left.hasNext()
                        ? messages.apply(left.next().header().id()).thenApply(all -> {
                            all.stream().filter(isDead).forEach(found::add);
                            return true;
                        })
                        : CompletableFuture.completedFuture(false))
                .thenApply(end -> found);
    }
}
