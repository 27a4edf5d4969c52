// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import java.util.concurrent.Callable;

/**
 * Marks the threads that currently run code of the application: handlers, listeners and sinks. The shutdown of a host waits
 * for them, so they must not wait for the shutdown.
 */
public final class ApplicationCode {

    private static final ThreadLocal<Boolean> RUNNING = ThreadLocal.withInitial(() -> false);

    private ApplicationCode() {}

    public static <T> T call(Callable<T> code) throws Exception {
        boolean outer = RUNNING.get();
        RUNNING.set(true);
        try {
            return code.call();
        } finally {
            if (!outer) {
                RUNNING.remove();
            }
        }
    }

    public static boolean isOnThisThread() {
        return RUNNING.get();
    }
}
