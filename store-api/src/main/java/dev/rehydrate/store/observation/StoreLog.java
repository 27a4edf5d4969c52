// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.SafeText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store logs, and the name under which it does: that of its public class, without a dependency on it. */
public final class StoreLog {

    public static final String NAME = "dev.rehydrate.store.InstanceStore";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    private StoreLog() {}

    /**
     * What was under way when the store was closed may fail because of that, and is not tried again by this store. What an engine tells
     * needs no stack trace: an outage would fill the log with those of each beat and each look.
     */
    public static void notDone(String task, Throwable failure, boolean closed) {
        notDone(LOG, task, failure, closed);
    }

    static void notDone(Logger log, String task, Throwable failure, boolean closed) {
        if (closed) {
            log.debug(
                    "the store was closed while housekeeping was under way: could not {}",
                    task,
                    SafeText.failure(failure));
        } else if (failure instanceof StorageException || failure instanceof InstanceStoreException) {
            log.warn("housekeeping will try again later: could not {}: {}", task, SafeText.line(failure.getMessage()));
            log.debug("could not {}", task, SafeText.failure(failure));
        } else {
            log.warn("housekeeping will try again later: could not {}", task, SafeText.failure(failure));
        }
    }
}
