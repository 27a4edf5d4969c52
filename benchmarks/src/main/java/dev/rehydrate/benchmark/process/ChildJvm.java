// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the options of this one that serves until it is closed, or until this process is gone. */
public final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter questions;
    private final String greeting;

    private ChildJvm(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        this.greeting = heard();
    }

    /**
     * Starts it, and waits until it {@linkplain ParentPipe#serve serves}.
     *
     * @param heap its heap, such as {@code 2g}
     * @param main its main class
     * @param args the arguments
     * @return the process
     */
    public static ChildJvm start(String heap, Class<?> main, List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-Xms" + heap, "-Xmx" + heap));
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main.getName()));
        command.addAll(args);
        try {
            return new ChildJvm(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException failed) {
            throw new UncheckedIOException("a process of " + main.getSimpleName() + " does not start", failed);
        }
    }

    /** {@return what it said when it began to serve} */
    public String greeting() {
        return greeting;
    }

    /** {@return its process} */
    ProcessHandle handle() {
        return process.toHandle();
    }

    /** {@return what it has allocated since it began, in bytes} */
    long allocatedBytes() {
        try {
            questions.write(ParentPipe.ALLOCATED);
            questions.newLine();
            questions.flush();
            return Long.parseLong(heard());
        } catch (IOException failed) {
            throw new UncheckedIOException("a process of the run has ended", failed);
        }
    }

    private String heard() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("process " + process.pid() + " has ended; its log is above");
        }
        return line;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
