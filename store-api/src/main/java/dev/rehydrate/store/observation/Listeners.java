// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import dev.rehydrate.engine.DataLoss;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.waiting.Callbacks;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listeners of a store, each in the log context of the event; an exception of a listener is logged and ignored. */
public final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final LogScope EMPTY = LogScope.of(null, null, null);

    private final List<StoreListener> all;

    public Listeners(List<StoreListener> all) {
        this.all = all;
    }

    /** {@return whether there is none to be told} */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Tells what came with the answer of an operation on an instance. */
    public void decided(InstanceId instance, OwnerId owner, Set<DecisionEvent> events) {
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

    /** Tells of an instance that has expired, with its keys if they are known. */
    public void expired(InstanceId instance, Set<InstanceKey> keys) {
        StoreListener.Expired expired = new StoreListener.Expired(instance, keys);
        tell(LogScope.of(instance, null, null), listener -> listener.expired(expired));
    }

    /** Tells of a claim that is void, and of the owner that wants its key. */
    public void claimRevoked(InstanceKey key, InstanceId instance, OwnerId owner) {
        StoreListener.ClaimRevoked revoked = new StoreListener.ClaimRevoked(key, instance, owner);
        tell(LogScope.of(instance, key, owner), listener -> listener.claimRevoked(revoked));
    }

    /** Tells of partitions whose data are lost. */
    public void dataLost(DataLoss loss) {
        StoreListener.DataLost lost = new StoreListener.DataLost(loss.partitions(), loss.of(), loss.at());
        tell(EMPTY, listener -> listener.dataLost(lost));
    }

    /** Tells of an owner of this store that is lost. */
    public void ownerLost(OwnerId owner) {
        tell(LogScope.of(null, null, owner), listener -> listener.ownerLost(new StoreListener.OwnerLost(owner)));
    }

    /** Tells that the store is open. */
    public void opened(Supplier<StoreFacts> facts) {
        tell(EMPTY, listener -> listener.opened(facts));
    }

    /** Tells that the store is closed. */
    public void closed(Supplier<StoreFacts> facts) {
        tell(EMPTY, listener -> listener.closed(facts));
    }

    /** Calls each listener in a log context, unless there is none. */
    public void tell(LogScope context, Consumer<StoreListener> event) {
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
