// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The plots: ratios beside what is demanded of them, and what gets done in a second. */
final class Plots {

    private static final int LINE = 20;
    private static final int TOP = 34;
    private static final int LABELS = 330;
    private static final int FIELD = 420;
    private static final int WIDTH = LABELS + FIELD + 70;
    private static final double LEAST = 0.02;
    private static final double MOST = 32;
    private static final double[] TICKS = {0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20};

    private Plots() {}

    /**
     * A ratio of the plot.
     *
     * @param label what is compared
     * @param values ratio, min, max, target, whether it is met and when it was measured, as in the table
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Line(String label, String[] values) {

        double number(int at) {
            return Double.parseDouble(values[at]);
        }

        double target() {
            return Double.parseDouble(values[3].substring(3));
        }

        String measured() {
            return values[5].isEmpty() ? "–" : values[5].substring(0, 16).replace('T', ' ');
        }

        Svg.Ink ink() {
            return switch (values[4]) {
                case "yes" -> Svg.Ink.REACHED;
                case "no" -> Svg.Ink.MISSED;
                default -> Svg.Ink.UNCLEAR;
            };
        }
    }

    /** {@return ratios on a logarithmic axis: a dot, its range over the rounds, and a mark where the goal is} */
    static Svg ratios(String title, List<Line> lines) {
        int bottom = TOP + LINE * lines.size();
        Svg svg = new Svg(WIDTH, bottom + 24);
        svg.text(8, 16, "start", title);
        for (double tick : TICKS) {
            svg.bar(at(tick), TOP - 6, tick == 1 ? 2 : 1, bottom - TOP + 8.0, Svg.Ink.LINE);
            svg.text(
                    at(tick),
                    bottom + 16,
                    "middle",
                    String.format(Locale.ROOT, "%.3g", tick).replaceAll("\\.?0+$", ""));
        }
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            double y = TOP + LINE * i;
            svg.text(LABELS - 10, y + 10, "end", line.label());
            svg.bar(at(line.number(1)), y + 5, at(line.number(2)) - at(line.number(1)), 2, line.ink());
            svg.bar(at(line.number(0)) - 3, y + 2, 7, 8, line.ink());
            svg.bar(at(line.target()) - 1, y - 2, 3, 16, Svg.Ink.TEXT);
            svg.text(LABELS + FIELD + 8, y + 10, "start", String.format(Locale.ROOT, "%.2f", line.number(0)));
        }
        return svg;
    }

    private static double at(double ratio) {
        double within = Math.max(LEAST, Math.min(MOST, ratio));
        return LABELS + FIELD * Math.log(within / LEAST) / Math.log(MOST / LEAST);
    }

    /** {@return bars from zero} */
    static Svg bars(String title, Map<String, Double> values) {
        double most = values.values().stream().mapToDouble(each -> each).max().orElse(1);
        Svg svg = new Svg(WIDTH, TOP + LINE * values.size() + 8);
        svg.text(8, 16, "start", title);
        int[] line = {0};
        values.forEach((name, value) -> {
            double y = TOP + LINE * line[0]++;
            svg.text(LABELS - 10, y + 10, "end", name);
            Svg.Ink ink = name.startsWith("rehydrate") ? Svg.Ink.STORE : Svg.Ink.PEER;
            svg.bar(LABELS, y, FIELD * value / most, 12, ink);
            svg.text(LABELS + FIELD * value / most + 6, y + 10, "start", String.format(Locale.ROOT, "%,.0f", value));
        });
        return svg;
    }
}
