// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import dev.rehydrate.benchmark.measure.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code results.md} and its plots from the tables of ratios and of rounds, whichever runs have filled them. */
public final class Page {

    private static final List<String> PLACES = List.of("one", "two", "client", "postgres", "many", "heap", "start");
    /** Sections whose rows say all in their names, and which bring their goals with them. */
    private static final List<String> SECTIONS = List.of("farm", "hosts", "timers");

    private static final List<String> LIVES = List.of("one", "two", "client", "postgres");
    private static final int LIFE_BYTES = 1024;

    private final Results results;
    private final Map<String, String> ratios;
    private final List<String> lines = new ArrayList<>();

    /**
     * A page of results.
     *
     * @param results where they are
     */
    public Page(Results results) {
        this.results = results;
        this.ratios = results.ratios().read();
    }

    /** Writes the page and the plots. */
    public void write() {
        lines.add("# Results");
        lines.add("");
        lines.add(
                "Written by the run, by `sections=report`; what the columns mean is in [benchmarks.md](../benchmarks.md).");
        lines.add("Ratios are in [ratios.csv](ratios.csv), each round of each subject in [rounds.csv](rounds.csv).");
        lines.add("");
        machine();
        PLACES.forEach(this::goals);
        sections();
        LIVES.forEach(this::lives);
        medians();
        save("results.md", String.join("\n", lines) + "\n");
    }

    private void machine() {
        lines.add("## Machine and runs");
        lines.add("");
        Machine.describe().forEach(line -> lines.add("- " + line));
        lines.add("");
        lines.add(
                "| section | where | began | load before | rounds | ms a round | instances of each subject | processors | took s |");
        lines.add("|---|---|---|--:|--:|--:|--:|---|--:|");
        results.runs().read().forEach((key, values) -> {
            if (!key.startsWith("report")) {
                lines.add("| " + (key + "," + values).replace(",", " | ") + " |");
            }
        });
        lines.add("");
    }

    /** The goals of a place, measured or not. */
    private void goals(String place) {
        List<Goal> here = Goals.all().stream()
                .filter(goal -> goal.key().topology().equals(place))
                .sorted(Comparator.comparing(Goal::group))
                .toList();
        lines.add("## Goals: " + title(place));
        lines.add("");
        List<Plots.Line> drawn = new ArrayList<>();
        List<String> table = new ArrayList<>();
        for (Goal goal : here) {
            String label = label(goal.key());
            String values = ratios.get(goal.key().toCsv());
            if (values == null) {
                table.add(String.format(
                        "| %s | %s | – | – | %s | not measured | – |", goal.group(), label, goal.bound()));
            } else {
                Plots.Line line = new Plots.Line(label, values.split(",", -1));
                drawn.add(line);
                table.add(row(String.valueOf(goal.group()), goal.bound().toString(), line));
            }
        }
        if (!drawn.isEmpty()) {
            save(
                    "goals-" + place + ".svg",
                    Plots.ratios(title(place) + ": ratios, and marks where the goals are", drawn)
                            .toString());
            lines.add("![Ratios and goals](goals-" + place + ".svg)");
            lines.add("");
        }
        lines.add("| | compared | ratio | min–max of rounds | goal | | measured (UTC) |");
        lines.add("|---|---|--:|--:|--:|---|---|");
        lines.addAll(table);
        lines.add("");
    }

    private void sections() {
        List<String> table = new ArrayList<>();
        ratios.forEach((csv, values) -> {
            RowKey key = RowKey.parse(csv);
            Plots.Line line = new Plots.Line(label(key), values.split(",", -1));
            String goal = line.values()[3];
            if (SECTIONS.contains(key.topology()) && !goal.isEmpty()) {
                table.add(row(key.topology(), goal, line));
            }
        });
        Collections.sort(table);
        lines.add("## Goals: farms, hosts and timers");
        lines.add("");
        lines.add("| section | compared | ratio | min–max of rounds | goal | | measured (UTC) |");
        lines.add("|---|---|--:|--:|--:|---|---|");
        lines.addAll(table);
        lines.add("");
    }

    private static String row(String group, String bound, Plots.Line line) {
        String verdict = switch (line.values()[4]) {
            case "yes" -> "**reached**";
            case "no" -> String.format(Locale.ROOT, "missed by %.0f %%", missedBy(line));
            default -> "unclear: the rounds disagree";
        };
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.2f | %.2f–%.2f | %s | %s | %s |",
                group,
                line.label(),
                line.number(0),
                line.number(1),
                line.number(2),
                bound,
                verdict,
                line.measured());
    }

    private static double missedBy(Plots.Line line) {
        return 100 * Math.abs(line.number(0) / line.target() - 1);
    }

    private static String label(RowKey key) {
        if (key.subject().isEmpty()) {
            return key.scenario();
        }
        return key.scenario() + size(key.payload()) + callers(key.callers()) + ": " + key.subject() + " / "
                + key.baseline();
    }

    private static String size(String bytes) {
        return bytes.isEmpty() ? "" : ", " + Machine.size(Long.parseLong(bytes));
    }

    private static String callers(String callers) {
        return callers.equals("1") ? "" : ", " + callers + " callers";
    }

    private static String title(String place) {
        return switch (place) {
            case "one" -> "one member";
            case "two" -> "two members";
            case "client" -> "client of two members";
            case "postgres" -> "PostgreSQL";
            case "many" -> "many instances";
            case "heap" -> "heap";
            default -> "start";
        };
    }

    /** Lives a second, of all who were in the same contest. */
    private void lives(String place) {
        Map<String, Double> perSecond = new LinkedHashMap<>();
        medianRows().forEach((key, medians) -> {
            if (key.topology().equals(place)
                    && key.scenario().equals("life")
                    && key.payload().equals(String.valueOf(LIFE_BYTES))) {
                perSecond.put(key.subject(), medians.get(0));
            }
        });
        if (perSecond.isEmpty()) {
            return;
        }
        Map<String, Double> sorted = new LinkedHashMap<>();
        perSecond.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(each -> sorted.put(each.getKey(), each.getValue()));
        save(
                "lives-" + place + ".svg",
                Plots.bars("Lives a second, 8 callers: " + title(place), sorted).toString());
        lines.add("## Lives: " + title(place));
        lines.add("");
        lines.add("![Lives a second](lives-" + place + ".svg)");
        lines.add("");
    }

    private void medians() {
        lines.add("## Medians of the rounds");
        lines.add("");
        lines.add(
                "Absolute figures are of this machine and this minute; only what stands in one block was measured in turns.");
        lines.add(
                "A second, processor time and garbage of creates, completes and held loads include what makes them ready.");
        String block = "";
        for (Map.Entry<RowKey, List<Double>> each : medianRows().entrySet()) {
            RowKey key = each.getKey();
            String name = title(key.topology()) + ": " + key.scenario() + size(key.payload()) + callers(key.callers());
            if (!name.equals(block)) {
                block = name;
                lines.add("");
                lines.add("| " + name + " | a second | p50 µs | p99 µs | p99.9 µs | processor µs | garbage bytes |");
                lines.add("|---|--:|--:|--:|--:|--:|--:|");
            }
            List<Double> all = each.getValue();
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.1f | %,.0f | %,.0f | %,.1f | %,.0f |",
                    key.subject(),
                    all.get(0),
                    all.get(1),
                    all.get(2),
                    all.get(3),
                    all.get(4),
                    all.get(5)));
        }
    }

    private Map<RowKey, List<Double>> medianRows() {
        Map<String, List<String[]>> rounds = new TreeMap<>();
        results.rounds()
                .read()
                .forEach((key, values) -> rounds.computeIfAbsent(
                                key.substring(0, key.lastIndexOf(',')) + ",", first -> new ArrayList<>())
                        .add(values.split(",", -1)));
        Map<RowKey, List<Double>> medians = new LinkedHashMap<>();
        rounds.forEach((key, all) -> {
            List<Double> row = new ArrayList<>();
            for (int column = 0; column < Results.ROUND_VALUES; column++) {
                int at = column;
                row.add(Ratio.quantile(
                        all.stream().map(each -> Double.parseDouble(each[at])).toList(), 0.5));
            }
            medians.put(RowKey.parse(key), row);
        });
        return medians;
    }

    private void save(String name, String content) {
        Path file = results.folder().resolve(name);
        try {
            Files.createDirectories(results.folder());
            Files.writeString(file, content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
