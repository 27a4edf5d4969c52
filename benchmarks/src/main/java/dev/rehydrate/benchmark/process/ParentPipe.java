// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The end of the pipe that a started process holds: when the other end is gone, however it went, this process ends too. */
public final class ParentPipe {

    static final String ALLOCATED = "allocated";

    private ParentPipe() {}

    /**
     * Says that this process serves, answers the questions of its parent, and ends with it.
     *
     * @param greeting one line for the parent
     */
    @SuppressWarnings("SystemOut")
    public static void serve(String greeting) {
        System.out.println(greeting);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            while (ALLOCATED.equals(questions.readLine())) {
                System.out.println(allocatedBytes());
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /** Ends this process in good order, with what it has started, when its parent is gone. */
    public static void watch() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            Thread.onSpinWait();
                        }
                    } catch (IOException gone) {
                        // Whatever happened to the pipe, there is no parent at its other end.
                    }
                    System.exit(1);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** {@return what the threads of this JVM that still run have allocated; those of members and callers all do} */
    static long allocatedBytes() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
