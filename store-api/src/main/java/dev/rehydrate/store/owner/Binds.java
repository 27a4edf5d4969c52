// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.Hold;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The commands of one owner that are under way and may come to hold something (contract §1.8). */
public final class Binds {

    private final Set<Bind> underWay = new LinkedHashSet<>();
    private final Set<Bind> givingBack = new HashSet<>();

    /**
     * Registers a command.
     *
     * @param instance what it may come to hold, or null while that is not known
     * @param givenBack the hold that it gives back, or null if it does not do that
     */
    public synchronized Bind begin(@Nullable InstanceId instance, @Nullable Hold givenBack) {
        Bind bind = new Bind(instance, givenBack);
        underWay.add(bind);
        if (givenBack != null) {
            givingBack.add(bind);
        }
        return bind;
    }

    /** The command has ended, one way or the other, or has come to nothing so far and waits. */
    public void end(Bind bind) {
        synchronized (this) {
            underWay.remove(bind);
            if (bind.givenBack != null) {
                givingBack.remove(bind);
            }
        }
        bind.ended.complete(null);
    }

    synchronized boolean isGivenBack(InstanceId instance, Hold hold) {
        for (Bind bind : givingBack) {
            if (instance.equals(bind.instance) && hold.equals(bind.givenBack)) {
                return true;
            }
        }
        return false;
    }

    /** Completes when all that are under way now and could concern the instance have ended. */
    public CompletableFuture<Void> ended(InstanceId instance) {
        return endedBefore(null, instance);
    }

    /**
     * Completes when all that began earlier and could concern the instance have ended.
     *
     * @param mine who waits, or null for all that are under way now
     */
    public synchronized CompletableFuture<Void> endedBefore(@Nullable Bind mine, InstanceId instance) {
        List<CompletableFuture<?>> earlier = new ArrayList<>();
        for (Bind bind : underWay) {
            if (bind == mine) {
                break;
            }
            if (bind.instance == null || bind.instance.equals(instance)) {
                earlier.add(bind.ended);
            }
        }
        return CompletableFuture.allOf(earlier.toArray(CompletableFuture[]::new));
    }

    /** A command that may come to hold something. Two of them are never the same, whatever they concern. */
    public static final class Bind {

        private final @Nullable InstanceId instance;
        private final @Nullable Hold givenBack;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        private Bind(@Nullable InstanceId instance, @Nullable Hold givenBack) {
            this.instance = instance;
            this.givenBack = givenBack;
        }

        /** {@return what it may come to hold, or null while that is not known} */
        public @Nullable InstanceId instance() {
            return instance;
        }
    }
}
