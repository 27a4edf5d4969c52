// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.sample.client.FarmClient;
import dev.rehydrate.sample.client.Request;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An author who adds paragraphs to one document, one after the other and without a pause, until the farm is gone. */
final class Typist {

    static final String DOCUMENT = "typed during the kill";

    private static final String AUTHOR = "the typist";
    private static final int BEFORE_THE_KILL = 25;
    private static final int PATIENCE_SECONDS = 30;

    private final AtomicInteger acknowledged = new AtomicInteger();
    private final CountDownLatch underWay = new CountDownLatch(BEFORE_THE_KILL);
    private final Thread thread;

    /** Begins to type. */
    Typist(FarmClient client) {
        thread = new Thread(() -> type(client), "typist");
        thread.setDaemon(true);
        thread.start();
    }

    private void type(FarmClient client) {
        try {
            client.send(Request.create(
                    DOCUMENT,
                    Request.json().put("id", DOCUMENT).put("author", AUTHOR).put("title", "Typed")));
            while (!Thread.currentThread().isInterrupted()) {
                var json = Request.json().put("author", AUTHOR);
                json.putArray("append").add("paragraph " + acknowledged.get());
                if (client.send(Request.edit(DOCUMENT, json, null)).isDone()) {
                    acknowledged.incrementAndGet();
                    underWay.countDown();
                }
            }
        } catch (UncheckedIOException killed) {
            // The farm is gone in the middle of a request: that is what the typist is for.
            underWay.countDown();
        }
    }

    /** Waits until some edits are acknowledged and the next one is under way. */
    void awaitUnderWay() {
        uninterrupted(() -> {
            if (!underWay.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the farm acknowledged " + acknowledged + " edits in "
                        + PATIENCE_SECONDS + " s, fewer than " + BEFORE_THE_KILL);
            }
        });
    }

    /** {@return how many edits were acknowledged before the farm was gone} */
    int acknowledged() {
        uninterrupted(() -> thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)));
        return acknowledged.get();
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    private static void uninterrupted(Waiting waiting) {
        try {
            waiting.run();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the typist types", interrupted);
        }
    }
}
