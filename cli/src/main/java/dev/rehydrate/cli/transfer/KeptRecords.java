// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.instance.InstanceId;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A file of records as they were stored, for people: no command reads it. Each line after the first is one row. */
public final class KeptRecords {

    /** What the first line says. */
    public static final String FORMAT = "rehydrate-damaged/1";

    private KeptRecords() {}

    /**
     * Writes a file that is not there yet. When this returns, it has reached the disk.
     *
     * @param path the file
     * @param records the rows of each record
     * @throws IOException if it is there, or cannot be written; it may then be there in part
     */
    public static void write(Path path, Map<InstanceId, List<StoredRow>> records) throws IOException {
        try (FileOutputStream file = new FileOutputStream(Files.createFile(path).toFile())) {
            write(file, JsonNodeFactory.instance.objectNode().put("format", FORMAT));
            for (Map.Entry<InstanceId, List<StoredRow>> record : records.entrySet()) {
                for (StoredRow row : record.getValue()) {
                    write(file, line(record.getKey(), row));
                }
            }
            file.getFD().sync();
        }
    }

    private static ObjectNode line(InstanceId id, StoredRow row) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        JsonFields.put(line, "instance", id);
        line.put("table", row.table());
        ObjectNode texts = line.putObject("texts");
        row.texts().forEach(texts::put);
        ObjectNode bytes = line.putObject("bytes");
        row.bytes().forEach(bytes::put);
        return line;
    }

    private static void write(FileOutputStream file, ObjectNode line) throws IOException {
        file.write((JsonLine.of(line) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
