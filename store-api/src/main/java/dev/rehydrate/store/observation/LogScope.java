// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.LogContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The instance, key and owner that a thread has in SLF4J's MDC, under the names of {@link LogContext}, or is given for a while.
 */
public final class LogScope {

    private static final LogScope EMPTY = new LogScope(null, null, null);

    private final @Nullable String instance;
    private final @Nullable String key;
    private final @Nullable String owner;

    private LogScope(@Nullable String instance, @Nullable String key, @Nullable String owner) {
        this.instance = instance;
        this.key = key;
        this.owner = owner;
    }

    /** {@return what is given; null where something is not known} */
    public static LogScope of(@Nullable InstanceId instance, @Nullable InstanceKey key, @Nullable OwnerId owner) {
        return new LogScope(text(instance), text(key), text(owner));
    }

    /** What this thread has. */
    public static LogScope current() {
        String instance = MDC.get(LogContext.INSTANCE);
        String key = MDC.get(LogContext.KEY);
        String owner = MDC.get(LogContext.OWNER);
        return instance == null && key == null && owner == null ? EMPTY : new LogScope(instance, key, owner);
    }

    boolean isEmpty() {
        return this == EMPTY;
    }

    /** Does something with this given to the thread, which then gets back what it had. */
    <T> T around(Supplier<T> action) {
        LogScope before = current();
        put();
        try {
            return action.get();
        } finally {
            before.put();
        }
    }

    /** As {@link #around(Supplier)} for what has no result. */
    public void during(Runnable action) {
        LogScope before = current();
        put();
        try {
            action.run();
        } finally {
            before.put();
        }
    }

    private void put() {
        put(LogContext.INSTANCE, instance);
        put(LogContext.KEY, key);
        put(LogContext.OWNER, owner);
    }

    private static void put(String name, @Nullable String value) {
        if (value == null) {
            MDC.remove(name);
        } else {
            MDC.put(name, value);
        }
    }

    private static @Nullable String text(@Nullable Object id) {
        return id == null ? null : id.toString();
    }
}
