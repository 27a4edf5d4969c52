// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.WorkflowHost;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.SmartLifecycle;

/**
 * Stops the hosts, of which an application may have several of its own, when the application ends: after the web server, whose last requests still call it, and before the store is
 * closed (ADR 126).
 */
final class HostLifecycle implements SmartLifecycle {

    /** The phases of Spring Boot's web server are 1024 and 2048 below the default, and phases end from high to low. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private final List<WorkflowHost> hosts;
    private volatile boolean running;
    private volatile boolean stopped;

    HostLifecycle(List<WorkflowHost> hosts) {
        this.hosts = List.copyOf(hosts);
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /**
     * Nothing is to be done: each host runs since its bean was made.
     *
     * @throws IllegalStateException if they were stopped, for a host ends for good
     */
    @Override
    public void start() {
        if (stopped) {
            throw new IllegalStateException(
                    "a workflow host that was stopped cannot be started again; close the application context and make another");
        }
        running = true;
    }

    @Override
    public void stop() {
        stopped = true;
        running = false;
        var unused = stopAll();
        hosts.forEach(WorkflowHost::close);
    }

    /** The hosts save what they have in memory while the lifecycle waits for other beans of the phase, too. */
    @Override
    public void stop(Runnable callback) {
        stopped = true;
        var unused = stopAll().thenRun(() -> {
            running = false;
            callback.run();
        });
    }

    private CompletableFuture<Void> stopAll() {
        return CompletableFuture.allOf(
                hosts.stream().map(host -> host.stop(WorkflowHost.CLOSE_TIME)).toArray(CompletableFuture[]::new));
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /**
     * Spring 7 pauses the contexts of tests that are not in use, and a host ends for good. Not an override where Spring is older.
     *
     * @return false
     */
    public boolean isPausable() {
        return false;
    }
}
