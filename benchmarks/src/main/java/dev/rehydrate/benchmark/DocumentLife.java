// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Lives of documents: created, read and written in turns, ended. Counts them, and the processor time they take. */
@State(Scope.Thread)
public class DocumentLife extends Fixture {

    static final int TURNS = 4;

    private static final LongAdder ENDED = new LongAdder();
    private static volatile int seen;

    /** For JMH. */
    public DocumentLife() {}

    void read(byte[] state) {
        seen = state.length;
    }

    void end() {
        ENDED.increment();
    }

    /** {@return how many lives ended since this process began} */
    static long ended() {
        return ENDED.sum();
    }

    /** {@return the processor time that this process has used, in nanoseconds} */
    static long processorTime() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    static int lastSeen() {
        return seen;
    }
}
