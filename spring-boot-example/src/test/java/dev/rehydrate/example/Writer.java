// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writes numbered lines into one note, one after the other, at one node as long as it answers and then at the other. */
final class Writer implements Callable<Writer> {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http;
    private final String note;
    private final AtomicBoolean over;
    private final Semaphore acknowledgements;
    private final Set<String> stopping;
    private final List<String> acknowledged = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final String other;
    private String node;
    private int sent;
    private int moved;

    /** Writes until it is over; stopping are the nodes that were told to end. */
    Writer(
            HttpClient http,
            String note,
            List<String> nodes,
            Set<String> stopping,
            AtomicBoolean over,
            Semaphore acknowledgements) {
        this.http = http;
        this.stopping = stopping;
        this.note = note;
        this.over = over;
        this.acknowledgements = acknowledgements;
        this.node = nodes.get(0);
        this.other = nodes.get(1);
    }

    @Override
    public Writer call() throws InterruptedException {
        while (!over.get()) {
            write(note + "-" + sent++);
        }
        return this;
    }

    private void write(String line) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node + "/notes/" + note))
                .timeout(PATIENCE)
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(line))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                acknowledged.add(line);
                acknowledgements.release();
            } else if (stopping.contains(node) && isPageOfServer(answer)) {
                moved++;
                node = other;
            } else {
                refused.add(answer.statusCode() + " " + answer.body());
            }
        } catch (IOException gone) {
            // Not acknowledged: it may be there or not. The line is not sent again.
            moved++;
            node = other;
        }
    }

    /**
     * The application answers such a request in JSON, also if it fails. A Tomcat that is being stopped has once answered one with status 400 and a
     * page of its own, as it does when it cannot read the body to its end: that acknowledges nothing, as no answer does.
     */
    private static boolean isPageOfServer(HttpResponse<String> answer) {
        return answer.body().startsWith("<!doctype html>");
    }

    String note() {
        return note;
    }

    List<String> acknowledged() {
        return acknowledged;
    }

    /** Answers other than 200. */
    List<String> refused() {
        return refused;
    }

    /** How often no answer came. */
    int moved() {
        return moved;
    }
}
