// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Real time between two attempts of a thread that has nothing else to do. */
final class Pause {

    private Pause() {}

    /** {@return whether the pause passed; the thread was interrupted otherwise, and still is} */
    static boolean passed(long millis) {
        try {
            return !new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
