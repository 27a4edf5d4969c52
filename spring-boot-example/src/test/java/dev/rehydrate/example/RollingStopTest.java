// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Two nodes, each a process with the application, and writers that do not pause. Replies come before the save, so that what is
 * acknowledged is in the memory of a node, and is lost if the node does not save it when it ends.
 */
class RollingStopTest {

    private static final int WRITERS = 8;
    private static final int ACKNOWLEDGED_BEFORE = 1000;
    private static final int ACKNOWLEDGED_AFTER = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Semaphore acknowledgements = new Semaphore(0);
    private final Set<String> stopping = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);

    @Test
    void sigtermOfANodeUnderLoadLosesNothing() throws Exception {
        try (NodeProcess a = node("");
                NodeProcess b = node(a.member())) {
            List<Future<Writer>> running = start(List.of(a.url(), b.url()));
            awaitAcknowledged(ACKNOWLEDGED_BEFORE);
            stopping.add(a.url());
            a.terminate();
            int exit = a.exitCode(40);
            acknowledgements.drainPermits();
            awaitAcknowledged(ACKNOWLEDGED_AFTER);
            over.set(true);
            List<Writer> writers = new ArrayList<>();
            for (Future<Writer> each : running) {
                writers.add(each.get(30, TimeUnit.SECONDS));
            }

            assertThat(a.text()).doesNotContain("the host stopped before all was saved");
            assertThat(exit).as("ended by SIGTERM").isEqualTo(143);
            compare(writers, b.url());
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    private void awaitAcknowledged(int lines) throws InterruptedException {
        assertThat(acknowledgements.tryAcquire(lines, 60, TimeUnit.SECONDS))
                .as("%d lines are acknowledged", lines)
                .isTrue();
    }

    private static NodeProcess node(String others) throws Exception {
        return NodeProcess.start(
                NodeProcess.classPath(),
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--rehydrate.store=hazelcast",
                "--rehydrate.cluster-name=stop-" + ProcessHandle.current().pid(),
                "--rehydrate.port=0",
                "--rehydrate.members=" + others,
                "--rehydrate.host.acknowledge=before-save");
    }

    /** Half of the writers begin at each node: an instance stays at the node whose memory has it. */
    private List<Future<Writer>> start(List<String> nodes) {
        List<String> turned = List.of(nodes.get(1), nodes.get(0));
        List<Future<Writer>> running = new ArrayList<>();
        for (int each = 0; each < WRITERS; each++) {
            running.add(threads.submit(new Writer(
                    http, "note-" + each, each % 2 == 0 ? nodes : turned, stopping, over, acknowledgements)));
        }
        return running;
    }

    private void compare(List<Writer> writers, String node) throws Exception {
        int acknowledged = 0;
        int unanswered = 0;
        int missing = 0;
        for (Writer writer : writers) {
            List<String> stored = stored(node, writer.note());
            assertThat(stored).as("no line twice, in order").doesNotHaveDuplicates();
            assertThat(writer.refused()).as("answers other than 200").isEmpty();
            assertThat(writer.acknowledged()).as("a writer has written").isNotEmpty();
            List<String> lost = new ArrayList<>(writer.acknowledged());
            lost.removeAll(stored);
            missing += lost.size();
            acknowledged += writer.acknowledged().size();
            unanswered += writer.moved();
        }
        System.out.printf(
                "Spring Boot %s: SIGTERM of one node of two: acknowledged=%d missing=%d unanswered=%d%n",
                System.getProperty("boot.version"), acknowledged, missing, unanswered);
        assertThat(missing).as("acknowledged lines that are not stored").isZero();
    }

    private List<String> stored(String node, String note) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(node + "/notes/" + note)).build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Arrays.asList(new ObjectMapper().readValue(answer.body(), String[].class));
    }
}
