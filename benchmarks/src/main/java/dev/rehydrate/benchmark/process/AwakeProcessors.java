// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keeps each processor of the machine awake with a process of the scheduling class that runs only when nothing else does. A processor that
 * halts, of a virtual machine above all, takes tens of microseconds to wake up: several times what a command takes. Whether it halts
 * between two commands of one caller depends on chance, and would be most of what is measured. There are machines on which a thread gets a
 * processor from such a process later than from none: {@code jvm=-Dbench.awake=false} leaves the processors as they are.
 */
public final class AwakeProcessors implements AutoCloseable {

    private static final boolean WANTED = Boolean.parseBoolean(System.getProperty("bench.awake", "true"));
    private static final Path SCHEDULER = Path.of("/usr/bin/chrt");

    /** Ends with the process that started it, also if that one is killed. */
    private static final String SCRIPT =
            "while kill -0 $PPID 2> /dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done";

    private final List<Process> spinning;

    private AwakeProcessors(List<Process> spinning) {
        this.spinning = spinning;
    }

    /** {@return whether this machine can do it, which is Linux with the package util-linux} */
    public static boolean isPossible() {
        return Files.isExecutable(SCHEDULER);
    }

    /** {@return processors that are awake until this is closed; as they are, if that is not possible here or not wanted} */
    public static AwakeProcessors start() {
        int processors = isPossible() && WANTED ? Runtime.getRuntime().availableProcessors() : 0;
        return new AwakeProcessors(
                IntStream.range(0, processors).mapToObj(number -> spin()).toList());
    }

    private static Process spin() {
        try {
            return new ProcessBuilder(SCHEDULER.toString(), "--idle", "0", "/bin/sh", "-c", SCRIPT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** {@return how many processors are kept awake} */
    public int running() {
        return (int) spinning.stream().filter(Process::isAlive).count();
    }

    @Override
    public void close() {
        spinning.forEach(Process::destroyForcibly);
    }
}
