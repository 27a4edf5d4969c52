// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.WorkflowHost;
import org.springframework.context.SmartLifecycle;

/**
 * Stops the host when the application ends: after the web server, whose last requests still call it, and before the store is
 * closed (ADR 126).
 */
final class HostLifecycle implements SmartLifecycle {

    /** The phases of Spring Boot's web server are 1024 and 2048 below the default, and phases end from high to low. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private final WorkflowHost host;
    private volatile boolean running;
    private volatile boolean stopped;

    HostLifecycle(WorkflowHost host) {
        this.host = host;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /**
     * Nothing is to be done: the host runs since its bean was made.
     *
     * @throws IllegalStateException if it was stopped, for a host ends for good
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
        host.close();
    }

    /** The host saves what it has in memory while the lifecycle waits for other beans of the phase, too. */
    @Override
    public void stop(Runnable callback) {
        stopped = true;
        var unused = host.stop(WorkflowHost.CLOSE_TIME).thenRun(() -> {
            running = false;
            callback.run();
        });
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
