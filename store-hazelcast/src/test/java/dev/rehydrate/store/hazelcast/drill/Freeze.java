// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Lets a process stand still, by a guard that lets it go on when it is told to, or when the process that should tell it is gone: a
 * process that stands still cannot notice that, and would be left behind for ever.
 */
final class Freeze {

    private static final String GUARD = "kill -STOP \"$0\" && echo done; read -r word; kill -CONT \"$0\"";

    private final Process guard;

    private Freeze(Process guard) {
        this.guard = guard;
    }

    /**
     * Stops a process; it stands still when this returns.
     *
     * @throws IllegalStateException if it cannot be stopped
     */
    static Freeze of(long pid) {
        try {
            Process guard = new ProcessBuilder("sh", "-c", GUARD, String.valueOf(pid))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (!"done".equals(guard.inputReader().readLine())) {
                throw new IllegalStateException("process " + pid + " cannot be stopped");
            }
            return new Freeze(guard);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Lets the process go on; it does when this returns. */
    void end() {
        try {
            guard.getOutputStream().close();
            guard.waitFor();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
