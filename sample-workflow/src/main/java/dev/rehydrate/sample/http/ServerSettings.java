// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.time.Duration;

/**
 * The limits of a server.
 *
 * @param maxBody the largest body of a request, in bytes; a larger one is refused unread
 * @param callDeadline how long a request may wait for its document
 * @param threads how many requests are worked on at once; the server needs two threads of them itself
 * @param connections how many connections are open at once; further ones wait to be accepted
 * @param patience for how long a client may pause, within a request or between two, until its connection is closed
 */
public record ServerSettings(int maxBody, Duration callDeadline, int threads, int connections, Duration patience) {

    /** 8 MB, five seconds, 18 threads, 2,048 connections, 20 seconds. */
    public static final ServerSettings DEFAULT =
            new ServerSettings(8 << 20, Duration.ofSeconds(5), 18, 2048, Duration.ofSeconds(20));

    /**
     * The same with another deadline.
     *
     * @param deadline how long a request may wait for its document
     * @return a copy
     */
    public ServerSettings withCallDeadline(Duration deadline) {
        return new ServerSettings(maxBody, deadline, threads, connections, patience);
    }

    /**
     * The same with another patience.
     *
     * @param pause for how long a client may pause
     * @return a copy
     */
    public ServerSettings withPatience(Duration pause) {
        return new ServerSettings(maxBody, callDeadline, threads, connections, pause);
    }
}
