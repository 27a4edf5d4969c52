// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.DataLoss;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.Remark;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells those who listen to a store what it does, each in the log context of what it is about; none can do harm. */
final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final LogContext NOBODY = LogContext.of(null, null, null);

    private final List<StoreListener> all;

    Listeners(List<StoreListener> all) {
        this.all = all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void remarked(InstanceId instance, OwnerId owner, Set<Remark> remarks) {
        if (remarks.isEmpty() || isEmpty()) {
            return;
        }
        LogContext context = LogContext.of(instance, null, owner);
        if (remarks.contains(Remark.REPEATED)) {
            tell(context, listener -> listener.repeated(new StoreListener.Repeated(instance, owner)));
        }
        if (remarks.contains(Remark.RECLAIMED)) {
            tell(context, listener -> listener.reclaimed(new StoreListener.Reclaimed(instance, owner)));
        }
        if (remarks.contains(Remark.EXPIRED)) {
            expired(instance, Set.of());
        }
    }

    void expired(InstanceId instance, Set<InstanceKey> keys) {
        StoreListener.Expired expired = new StoreListener.Expired(instance, keys);
        tell(LogContext.of(instance, null, null), listener -> listener.expired(expired));
    }

    void claimRevoked(InstanceKey key, InstanceId instance, OwnerId owner) {
        StoreListener.ClaimRevoked revoked = new StoreListener.ClaimRevoked(key, instance, owner);
        tell(LogContext.of(instance, key, owner), listener -> listener.claimRevoked(revoked));
    }

    void dataLost(DataLoss loss) {
        StoreListener.DataLost lost = new StoreListener.DataLost(loss.partitions(), loss.of(), loss.at());
        tell(NOBODY, listener -> listener.dataLost(lost));
    }

    void ownerLost(OwnerId owner) {
        tell(LogContext.of(null, null, owner), listener -> listener.ownerLost(new StoreListener.OwnerLost(owner)));
    }

    void opened(Supplier<StoreFacts> facts) {
        tell(NOBODY, listener -> listener.opened(facts));
    }

    void closed(Supplier<StoreFacts> facts) {
        tell(NOBODY, listener -> listener.closed(facts));
    }

    void tell(LogContext context, Consumer<StoreListener> event) {
        if (!isEmpty()) {
            context.during(() -> Callbacks.during(() -> all.forEach(listener -> tell(listener, event))));
        }
    }

    private static void tell(StoreListener listener, Consumer<StoreListener> event) {
        try {
            event.accept(listener);
        } catch (RuntimeException | LinkageError | AssertionError failure) {
            LOG.warn(
                    "a listener failed, which harms nobody: {}",
                    listener.getClass().getName(),
                    SafeText.failure(failure));
        }
    }
}
