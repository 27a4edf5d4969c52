// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The application in a process of its own, on free ports of loopback. */
final class NodeProcess implements AutoCloseable {

    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    private static final Pattern HTTP = Pattern.compile("Tomcat started on port (\\d+)");
    private static final Pattern MEMBER = Pattern.compile("a member has started: address=(\\S+)");
    private static final int SECONDS_TO_START = 180;

    private final Process process;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> http = new CompletableFuture<>();
    private final CompletableFuture<String> member = new CompletableFuture<>();

    private NodeProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "log of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static NodeProcess start(String classPath, String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Stream<String> call =
                Stream.concat(Stream.of("-cp", classPath, NotesApplication.class.getName()), Stream.of(arguments));
        return new NodeProcess(new ProcessBuilder(Stream.of(Stream.of(java), FLAGS.stream(), call)
                        .flatMap(words -> words)
                        .toList())
                .redirectErrorStream(true)
                .start());
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                find(HTTP, line, http);
                find(MEMBER, line, member);
            }
        } catch (IOException ended) {
            log.add(ended.toString());
        }
        IllegalStateException over = new IllegalStateException("the process has ended:\n" + text());
        http.completeExceptionally(over);
        member.completeExceptionally(over);
    }

    private static void find(Pattern wanted, String line, CompletableFuture<String> found) {
        Matcher matcher = wanted.matcher(line);
        if (matcher.find()) {
            found.complete(matcher.group(1));
        }
    }

    /** The address of its member, as soon as it has one. */
    String member() throws Exception {
        return member.get(SECONDS_TO_START, TimeUnit.SECONDS);
    }

    /** Where it answers, as soon as it does. */
    String url() throws Exception {
        return "http://127.0.0.1:" + http.get(SECONDS_TO_START, TimeUnit.SECONDS);
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Waits for the end. */
    int exitCode(int seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("the process runs after " + seconds + " s:\n" + text());
        }
        return process.exitValue();
    }

    String text() {
        return String.join("\n", log);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
