// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table of all drills, a row for each. */
public final class Summary {

    /** Where the whole build puts it, or else where this part of the build does. */
    public static final Path DIRECTORY = Path.of(System.getProperty("drill.directory", "target/drills"));

    /** In place of the time to a take-over. */
    public static final long NOBODY_TRIED = -1;

    /** What no command may do makes a drill red and has no column. */
    private static final List<Flaw> COLUMNS =
            Arrays.stream(Flaw.values()).filter(flaw -> flaw != Flaw.ODD).toList();

    private static final String HEAD =
            "fault,mode,rounds,acknowledged,%s,late_repeats,late_unknown,max_stall_ms,takeover_ms"
                    .formatted(COLUMNS.stream().map(Flaw::column).collect(Collectors.joining(",")));

    private Summary() {}

    /**
     * Adds a row.
     *
     * @param fault what was broken
     * @param mode the durability
     * @param rounds how often
     * @param findings what the history shows
     * @param takeoverMillis the longest time from the fault to the take-over of the last hold; or {@link #NOBODY_TRIED}
     */
    static void add(String fault, Durability mode, int rounds, Findings findings, long takeoverMillis) {
        addRow(fault, mode.name().toLowerCase(Locale.ROOT), rounds, findings, takeoverMillis);
    }

    /**
     * Adds a row.
     *
     * @param fault what was broken
     * @param mode the durability
     * @param rounds how often
     * @param findings what the history shows
     * @param takeoverMillis the longest time from the fault to the take-over of the last hold; or {@link #NOBODY_TRIED}
     */
    public static synchronized void addRow(
            String fault, String mode, int rounds, Findings findings, long takeoverMillis) {
        String row = "%s,%s,%d,%d,%s,%d,%d,%d,%s%n"
                .formatted(
                        fault,
                        mode,
                        rounds,
                        findings.acknowledged(),
                        COLUMNS.stream()
                                .map(flaw -> String.valueOf(findings.of(flaw).size()))
                                .collect(Collectors.joining(",")),
                        findings.repeats(),
                        findings.undecided(),
                        findings.maxStallMillis(),
                        takeoverMillis < 0 ? "" : takeoverMillis);
        append("summary.csv", HEAD + System.lineSeparator(), row);
    }

    /** Tells more than fits into the table. */
    static synchronized void tell(String line) {
        append("rounds.log", "", line);
    }

    /** Adds to a file beside the table; the head comes first if there is no such file. */
    public static synchronized void append(String name, String head, String text) {
        Path file = DIRECTORY.resolve(name);
        try {
            Files.createDirectories(DIRECTORY);
            String all = Files.exists(file) ? text : head + text;
            Files.writeString(file, all, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        System.out.print(text);
    }
}
