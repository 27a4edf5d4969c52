// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.measure.Round;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the rows of a run go, one by one, so that a run that is cut short has left what it has. */
public final class Results {

    static final String RATIOS_HEAD =
            "scenario,topology,payload,callers,subject,baseline,ratio,min,max,target,met,measured";
    static final int RATIO_VALUES = 6;
    static final String ROUNDS_HEAD = "scenario,topology,payload,callers,subject,round,"
            + "per_second,p50_us,p99_us,p999_us,processor_us,garbage_bytes";
    static final int ROUND_VALUES = 6;
    static final String RUNS_HEAD = "section,topology,began,load,rounds,round_ms,residents,processor,seconds";
    static final int RUN_VALUES = 7;

    private final Path folder;
    private final InstantSource clock;
    /** Of each run, because the tables are filled on several machines. */
    private final String processor;

    /**
     * Results in files of a folder.
     *
     * @param folder the folder, which need not exist
     */
    public Results(Path folder) {
        this(folder, InstantSource.system(), Machine.processor());
    }

    Results(Path folder, InstantSource clock, String processor) {
        this.folder = folder;
        this.clock = clock;
        this.processor = processor;
    }

    /** Prints the head of the table for people. */
    public void begin() {
        print(ResultRow.HEAD);
    }

    /**
     * Notes that a section begins.
     *
     * @param section the section and the topology, with a comma between them
     * @param about when, how busy the machine was and how long it takes, with commas between them
     */
    public void section(String section, String about) {
        runs().renew("", Map.of(section, about + "," + processor.replace(',', ' ') + ","));
    }

    /**
     * Notes that a section has ended.
     *
     * @param section as when it began
     * @param seconds how long it took, with all that must be there before something is measured
     */
    public void ended(String section, long seconds) {
        String about = runs().read().get(section);
        if (about != null) {
            runs().renew("", Map.of(section, about.substring(0, about.lastIndexOf(',') + 1) + seconds));
        }
    }

    /**
     * Adds a row.
     *
     * @param row the row
     */
    public void add(ResultRow row) {
        print(row.toLine());
        ratios().renew("", Map.of(row.key().toCsv(), row.toValues() + "," + now()));
    }

    /**
     * Adds a row that {@link Goals} judge, if they know it.
     *
     * @param key what was compared
     * @param unit of the medians
     * @param ratio the outcome
     */
    public void judge(RowKey key, String unit, Ratio ratio) {
        add(new ResultRow(key, unit, ratio, Goals.of(key).map(Goal::bound).orElse(null)));
    }

    /**
     * Adds the comparison of two subjects; what is demanded of it, {@link Goals} say.
     *
     * @param key what is compared
     * @param measure what of the two
     * @param base the rounds of the baseline
     * @param subject the rounds of what is judged
     */
    public void compare(RowKey key, Round.Measure measure, List<Round> base, List<Round> subject) {
        Ratio ratio = Ratio.of(
                base.stream().map(measure::of).toList(),
                subject.stream().map(measure::of).toList());
        judge(key, measure.unit(), ratio);
    }

    /**
     * Keeps the raw numbers.
     *
     * @param key what was measured; the subject is the one that was, and there is no baseline
     * @param rounds its rounds
     */
    public void keep(RowKey key, List<Round> rounds) {
        String subject = key.toCsv();
        Map<String, String> rows = new LinkedHashMap<>();
        for (int i = 0; i < rounds.size(); i++) {
            Round round = rounds.get(i);
            rows.put(
                    subject + (i + 1),
                    String.format(
                            Locale.ROOT,
                            "%.1f,%.2f,%.2f,%.2f,%.2f,%.0f",
                            round.perSecond(),
                            round.usual(),
                            round.p99(),
                            round.p999(),
                            round.processor(),
                            round.garbage()));
        }
        rounds().renew(subject, rows);
    }

    /** A table is filled by many runs: each row says when its own was. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    KeyedTable ratios() {
        return new KeyedTable(folder.resolve("ratios.csv"), RATIOS_HEAD, RATIO_VALUES);
    }

    KeyedTable rounds() {
        return new KeyedTable(folder.resolve("rounds.csv"), ROUNDS_HEAD, ROUND_VALUES);
    }

    KeyedTable runs() {
        return new KeyedTable(folder.resolve("runs.csv"), RUNS_HEAD, RUN_VALUES);
    }

    Path folder() {
        return folder;
    }

    @SuppressWarnings("SystemOut")
    private static void print(String line) {
        System.out.println(line);
    }
}
