// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.time.Duration;

/**
 * The limits of a server.
 *
 * @param maxBody the largest body of a request, in bytes; a larger one is refused unread
 * @param callDeadline how long a request may wait for its document
 * @param threads how many requests are worked on at once
 * @param queue how many connections may wait for a thread; one more is closed
 */
public record ServerSettings(int maxBody, Duration callDeadline, int threads, int queue) {

    /** 8 MB, five seconds, 16 threads, 256 waiting. */
    public static final ServerSettings DEFAULT = new ServerSettings(8 << 20, Duration.ofSeconds(5), 16, 256);

    /**
     * The same with another deadline.
     *
     * @param deadline how long a request may wait for its document
     * @return a copy
     */
    public ServerSettings withCallDeadline(Duration deadline) {
        return new ServerSettings(maxBody, deadline, threads, queue);
    }
}
