// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.DataLoss;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.DecisionEvent;
import dev.rehydrate.store.waiting.Callbacks;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listeners of a store, each in the log context of the event; an exception of a listener is logged and ignored. */
final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final LogScope EMPTY = LogScope.of(null, null, null);

    private final List<StoreListener> all;

    Listeners(List<StoreListener> all) {
        this.all = all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void decided(InstanceId instance, OwnerId owner, Set<DecisionEvent> events) {
        if (events.isEmpty() || isEmpty()) {
            return;
        }
        LogScope context = LogScope.of(instance, null, owner);
        if (events.contains(DecisionEvent.REPEATED)) {
            tell(context, listener -> listener.repeated(new StoreListener.Repeated(instance, owner)));
        }
        if (events.contains(DecisionEvent.RECLAIMED)) {
            tell(context, listener -> listener.reclaimed(new StoreListener.Reclaimed(instance, owner)));
        }
        if (events.contains(DecisionEvent.EXPIRED)) {
            expired(instance, Set.of());
        }
    }

    void expired(InstanceId instance, Set<InstanceKey> keys) {
        StoreListener.Expired expired = new StoreListener.Expired(instance, keys);
        tell(LogScope.of(instance, null, null), listener -> listener.expired(expired));
    }

    void claimRevoked(InstanceKey key, InstanceId instance, OwnerId owner) {
        StoreListener.ClaimRevoked revoked = new StoreListener.ClaimRevoked(key, instance, owner);
        tell(LogScope.of(instance, key, owner), listener -> listener.claimRevoked(revoked));
    }

    void dataLost(DataLoss loss) {
        StoreListener.DataLost lost = new StoreListener.DataLost(loss.partitions(), loss.of(), loss.at());
        tell(EMPTY, listener -> listener.dataLost(lost));
    }

    void ownerLost(OwnerId owner) {
        tell(LogScope.of(null, null, owner), listener -> listener.ownerLost(new StoreListener.OwnerLost(owner)));
    }

    void opened(Supplier<StoreFacts> facts) {
        tell(EMPTY, listener -> listener.opened(facts));
    }

    void closed(Supplier<StoreFacts> facts) {
        tell(EMPTY, listener -> listener.closed(facts));
    }

    void tell(LogScope context, Consumer<StoreListener> event) {
        if (!isEmpty()) {
            context.during(() -> Callbacks.during(() -> all.forEach(listener -> tell(listener, event))));
        }
    }

    private static void tell(StoreListener listener, Consumer<StoreListener> event) {
        try {
            event.accept(listener);
        } catch (RuntimeException | Error failure) {
            LOG.warn(
                    "a listener failed, and its exception was ignored: {}",
                    listener.getClass().getName(),
                    SafeText.failure(failure));
        }
    }
}
