// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rehydrate.instance.InstanceId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file of an export, to which lines are added. The first line says what the file is, and the last how many instances are in it. */
public final class ExportFile implements AutoCloseable {

    /** What the first line says. */
    public static final String FORMAT = "rehydrate-export/1";

    private static final String FORMAT_FIELD = "format";

    private static final int BLOCK = 1 << 16;

    private final RandomAccessFile file;
    private final @Nullable InstanceId last;
    private final boolean complete;
    private long instances;

    private ExportFile(RandomAccessFile file, @Nullable InstanceId last, boolean complete) {
        this.file = file;
        this.last = last;
        this.complete = complete;
    }

    /**
     * Tells a first line from the others.
     *
     * @param line a line of an export
     * @return whether it is one, of whatever format
     */
    public static boolean isFirst(JsonNode line) {
        return line.has(FORMAT_FIELD);
    }

    /** {@return the first line of an export} */
    public static JsonNode firstLine() {
        return JsonNodeFactory.instance.objectNode().put(FORMAT_FIELD, FORMAT);
    }

    /**
     * Opens a file that is not there yet.
     *
     * @param path the file
     * @return the file with its first line
     * @throws IOException if it is there, or cannot be written
     */
    public static ExportFile create(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(Files.createFile(path).toFile(), "rw");
        return begin(file);
    }

    private static ExportFile begin(RandomAccessFile file) throws IOException {
        ExportFile begun = new ExportFile(file, null, true);
        begun.write(JsonLine.of(firstLine()));
        return begun;
    }

    /**
     * Opens a file in which an export has ended early. What follows its last whole line is cut off, and so is its end line.
     *
     * @param path the file
     * @return the file
     * @throws IOException if it is no export, or cannot be written
     */
    public static ExportFile resume(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            requireExport(file, path);
            long end = lineEndBefore(file, file.length());
            file.setLength(end);
            if (end == 0) {
                return begin(file);
            }
            long begin = lineEndBefore(file, end - 1);
            JsonNode line = lineAt(file, begin, end);
            boolean complete = true;
            if (ExportEnd.is(line)) {
                complete = ExportEnd.read(line).complete();
                end = begin;
                file.setLength(end);
                line = lineAt(file, lineEndBefore(file, end - 1), end);
            }
            JsonNode id = line.path("id");
            ExportFile resumed =
                    new ExportFile(file, id.isTextual() ? InstanceId.parse(id.textValue()) : null, complete);
            resumed.instances = linesAfterTheFirst(file);
            file.seek(end);
            return resumed;
        } catch (IOException | RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    /** Nothing is cut off a file that an export has not begun: its first line is the whole one, or as much as was written of it. */
    private static void requireExport(RandomAccessFile file, Path path) throws IOException {
        byte[] first = (firstLine() + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] begin = new byte[(int) Math.min(first.length, file.length())];
        file.seek(0);
        file.readFully(begin);
        if (!Arrays.equals(begin, Arrays.copyOf(first, begin.length))) {
            throw new IOException(path + " is not an export of format " + FORMAT + "; it was left as it is");
        }
    }

    /** Where the last line that is whole ends, before a place; 0 if there is none. */
    private static long lineEndBefore(RandomAccessFile file, long place) throws IOException {
        long end = place;
        while (end > 0) {
            int size = (int) Math.min(BLOCK, end);
            byte[] block = new byte[size];
            file.seek(end - size);
            file.readFully(block);
            for (int i = size - 1; i >= 0; i--) {
                if (block[i] == '\n') {
                    return end - size + i + 1;
                }
            }
            end -= size;
        }
        return 0;
    }

    private static JsonNode lineAt(RandomAccessFile file, long from, long to) throws IOException {
        byte[] line = new byte[Math.toIntExact(to - from)];
        file.seek(from);
        file.readFully(line);
        return JsonLine.read(new String(line, StandardCharsets.UTF_8));
    }

    private static long linesAfterTheFirst(RandomAccessFile file) throws IOException {
        long lines = 0;
        byte[] block = new byte[BLOCK];
        file.seek(0);
        for (int size = file.read(block); size > 0; size = file.read(block)) {
            for (int i = 0; i < size; i++) {
                lines += block[i] == '\n' ? 1 : 0;
            }
        }
        return lines - 1;
    }

    /** {@return how many instances are in it} */
    public long instances() {
        return instances;
    }

    /** {@return the instance of the last line, or empty if no instance is in the file} */
    public Optional<InstanceId> last() {
        return Optional.ofNullable(last);
    }

    /**
     * Adds an instance.
     *
     * @param line its line, without a line break
     * @throws IOException if it cannot be written; it may then be there in part
     */
    public void add(String line) throws IOException {
        write(line);
        instances++;
    }

    /**
     * Ends the file, so that an import knows that it has all lines.
     *
     * @param nothingLeftOut whether each instance that was to be exported has a line
     * @throws IOException if it cannot be written; it may then be there in part
     */
    public void end(boolean nothingLeftOut) throws IOException {
        write(JsonLine.of(new ExportEnd(instances, nothingLeftOut && complete).line()));
    }

    private void write(String line) throws IOException {
        file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Closes it after its lines have reached the disk. */
    @Override
    public void close() throws IOException {
        try (file) {
            file.getFD().sync();
        }
    }
}
