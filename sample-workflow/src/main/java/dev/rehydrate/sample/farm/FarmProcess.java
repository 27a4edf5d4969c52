// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A farm in a process of its own, on a file that outlives the process. */
final class FarmProcess implements RunningFarm {

    private static final int END_SECONDS = 60;

    private final Path directory;
    private Process process;
    private BufferedReader answers;
    private PrintWriter orders;
    private List<Address> nodes;

    private FarmProcess(Path directory) throws IOException {
        this.directory = directory;
        this.process = launch(directory);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.nodes = addresses(answer());
    }

    /**
     * Starts a farm on new data, which are deleted when it is closed.
     *
     * @throws IOException if the process cannot be started
     */
    static FarmProcess start() throws IOException {
        return new FarmProcess(Files.createTempDirectory("rehydrate-sample-"));
    }

    private static Process launch(Path directory) throws IOException {
        return ChildJvm.start(FarmMain.class, List.of(directory.toString()));
    }

    private static void awaitEnd(Process ending) {
        try {
            if (!ending.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                ending.destroyForcibly();
                throw new IllegalStateException("the process of the farm did not end within " + END_SECONDS + " s");
            }
        } catch (InterruptedException interrupted) {
            ending.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the process of the farm ends", interrupted);
        }
    }

    private String ask(String order) {
        orders.println(order);
        return answer();
    }

    private String answer() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("the process of the farm has ended; its log is above");
            }
            return line;
        } catch (IOException broken) {
            throw new UncheckedIOException("the process of the farm does not answer", broken);
        }
    }

    private static List<Address> addresses(String line) {
        return words(line)
                .map(word -> word.split("=", 2))
                .map(pair -> new Address(pair[0], URI.create(pair[1])))
                .toList();
    }

    private static Stream<String> words(String line) {
        return Arrays.stream(line.split(" ")).filter(word -> !word.isEmpty());
    }

    @Override
    public List<Address> nodes() {
        return nodes;
    }

    @Override
    public int documentsInMemory() {
        return Integer.parseInt(ask(FarmMain.IN_MEMORY));
    }

    @Override
    public List<Deed> takeDeeds() {
        return words(ask(FarmMain.DEEDS)).map(Deed::parse).toList();
    }

    @Override
    public void stop(String node) {
        nodes = addresses(ask(FarmMain.STOP + node));
    }

    @Override
    public boolean survivesKill() {
        return true;
    }

    @Override
    public void killAndRestart() {
        awaitEnd(process.destroyForcibly());
        try {
            process = launch(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException("the farm cannot be started again", failure);
        }
        answers = process.inputReader(StandardCharsets.UTF_8);
        orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        nodes = addresses(answer());
    }

    @Override
    public void close() {
        orders.close();
        awaitEnd(process);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the data of the farm in " + directory + " cannot be deleted", failure);
        }
    }
}
