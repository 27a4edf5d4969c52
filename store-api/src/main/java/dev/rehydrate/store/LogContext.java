// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Whom a log line concerns: the names under which instance, key and owner are in SLF4J's MDC. They are there for the store's
 * own lines about an instance and while a {@link StoreListener} is called; and with {@link StoreOptions#withLogContext()}
 * through each command, with all its steps in whatever thread. Afterwards the thread has what it had before.
 */
public final class LogContext {

    /** The id of the instance, in the form of a UUID. */
    public static final String INSTANCE = "rehydrate.instance";

    /** The key that was asked for, the hash in hexadecimal in the form of a UUID. */
    public static final String KEY = "rehydrate.key";

    /** The owner for whom something is done, in the form of a UUID. */
    public static final String OWNER = "rehydrate.owner";

    private static final LogContext EMPTY = new LogContext(null, null, null);

    private final @Nullable String instance;
    private final @Nullable String key;
    private final @Nullable String owner;

    private LogContext(@Nullable String instance, @Nullable String key, @Nullable String owner) {
        this.instance = instance;
        this.key = key;
        this.owner = owner;
    }

    static LogContext of(@Nullable InstanceId instance, @Nullable InstanceKey key, @Nullable OwnerId owner) {
        return new LogContext(text(instance), text(key), text(owner));
    }

    /** What this thread has. */
    static LogContext current() {
        String instance = MDC.get(INSTANCE);
        String key = MDC.get(KEY);
        String owner = MDC.get(OWNER);
        return instance == null && key == null && owner == null ? EMPTY : new LogContext(instance, key, owner);
    }

    boolean isEmpty() {
        return this == EMPTY;
    }

    /** Does something with this given to the thread, which then gets back what it had. */
    <T> T around(Supplier<T> action) {
        LogContext before = current();
        put();
        try {
            return action.get();
        } finally {
            before.put();
        }
    }

    /** As {@link #around(Supplier)} for what has no result. */
    void during(Runnable action) {
        LogContext before = current();
        put();
        try {
            action.run();
        } finally {
            before.put();
        }
    }

    private void put() {
        put(INSTANCE, instance);
        put(KEY, key);
        put(OWNER, owner);
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
