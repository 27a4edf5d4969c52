// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A database that answers some queries, and then none until it is opened. */
final class GatedDatabase extends InterceptedDatabase {

    private static final long MOST_SECONDS = 60;

    private final AtomicInteger left;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    GatedDatabase(int answered) {
        this.left = new AtomicInteger(answered);
    }

    /** Waits until a query waits. */
    void awaitQuery() throws InterruptedException {
        if (!reached.await(MOST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("there were fewer queries");
        }
    }

    /** Answers none from now on. */
    void shut() {
        left.set(0);
    }

    void open() {
        opened.countDown();
    }

    @Override
    void call(String method) throws InterruptedException {
        if (method.equals("executeQuery") && left.getAndDecrement() <= 0) {
            reached.countDown();
            boolean unused = opened.await(MOST_SECONDS, TimeUnit.SECONDS);
        }
    }
}
