// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/**
 * Reads on, after a reply, what the client still sends, and throws it away, within limits: a client that still sends does not see
 * a reply after which the connection is reset.
 */
final class BodyDiscard implements Runnable {

    private static final Duration LINGER = Duration.ofSeconds(5);
    private static final long MOST_DISCARDED = 256L << 20;

    private final Request request;
    private final TimeSource time;
    private final Callback then;
    private final long until;
    private long discarded;

    BodyDiscard(Request request, TimeSource time, Callback then) {
        this.request = request;
        this.time = time;
        this.then = then;
        this.until = time.nanoTime() + LINGER.toNanos();
    }

    @Override
    public void run() {
        while (discarded < MOST_DISCARDED && time.nanoTime() - until < 0) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                break;
            }
            discarded += chunk.remaining();
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                break;
            }
        }
        then.succeeded();
    }
}
