// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts the processes that measure. */
public final class Launcher {

    /** What Hazelcast asks for, so that it may use what the JDK has. */
    private static final List<String> OPTIONS = List.of(
            "-Djava.net.preferIPv4Stack=true",
            "-Djmh.ignoreLock=true",
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    private final List<String> more;

    /**
     * Makes a launcher.
     *
     * @param more further options for each JVM
     */
    public Launcher(List<String> more) {
        this.more = more;
    }

    public ProcessBuilder builder(Section section, Class<?> main, List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(section.heapOptions());
        command.addAll(OPTIONS);
        command.addAll(more);
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main.getName()));
        command.addAll(args);
        return new ProcessBuilder(command);
    }

    /** Runs a process to its end. It holds a pipe of this one, by which it notices that this one is gone. */
    public void run(Section section, Class<?> main, List<String> args) throws IOException, InterruptedException {
        Process process = builder(section, main, args)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException("a measuring process ended with " + exit);
            }
        } finally {
            // In good order, so that it stops what it has started.
            process.destroy();
        }
    }
}
