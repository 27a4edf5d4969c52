// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.store.hazelcast.log.StoreLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a store when the process is asked to end. The hook of the engine itself is switched off for members that a store has
 * started: the hooks of a process run at the same time, and the member would leave while hosts still save.
 */
final class ShutdownHook {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private @Nullable Thread installed;

    /** Begins to wait for the end of the process. */
    synchronized void install(Runnable close) {
        Thread hook = new Thread(
                () -> {
                    LOG.info("the process ends: hosts save what they have in memory, then the member leaves");
                    close.run();
                },
                "rehydrate-shutdown");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            installed = hook;
        } catch (IllegalStateException ending) {
            LOG.debug("the process ends already: a store that was opened meanwhile is not closed", ending);
        }
    }

    /** The store is closed; the hook would keep it in memory. */
    synchronized void remove() {
        Thread hook = installed;
        installed = null;
        if (hook == null || hook == Thread.currentThread()) {
            return;
        }
        try {
            var unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            LOG.debug("the process ends, its hooks stay", ending);
        }
    }
}
