// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** What something costs of the processor. What a busy machine does meanwhile for others, and its pauses, are not counted. */
final class ProcessorTime {

    private ProcessorTime() {}

    /** Fails if the action keeps this thread busy for longer than that. */
    static void assertAtMost(Duration most, Runnable action) {
        long before = soFar();
        action.run();
        assertThat(Duration.ofNanos(soFar() - before)).isLessThanOrEqualTo(most);
    }

    // By reflection, so that no module has to require the management module for the sake of a test.
    private static long soFar() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            return (long) Class.forName("java.lang.management.ThreadMXBean")
                    .getMethod("getCurrentThreadCpuTime")
                    .invoke(threads);
        } catch (ReflectiveOperationException notThisJvm) {
            throw new LinkageError("this JVM does not count processor time", notThisJvm);
        }
    }
}
