// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A database that can be slow: it answers each query, and takes a while for it then. */
final class SlowDatabase extends InterceptedDatabase {

    private final CountDownLatch never = new CountDownLatch(1);
    private volatile Duration takes = Duration.ZERO;

    /** Lets each query take a while from now on. */
    void takes(Duration each) {
        takes = each;
    }

    @Override
    void call(String method) throws InterruptedException {
        if (method.equals("executeQuery") && !takes.isZero()) {
            boolean unused = never.await(takes.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
