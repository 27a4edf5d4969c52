// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

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

    private LogContext() {}
}
