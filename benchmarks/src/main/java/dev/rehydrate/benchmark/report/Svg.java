// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import java.util.Locale;

/** A drawing that both a light and a dark page can show. */
final class Svg {

    private final int width;
    private final int height;
    private final StringBuilder body = new StringBuilder();

    Svg(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** Colours by what they mean. */
    enum Ink {
        TEXT("#444"),
        LINE("#999"),
        REACHED("#2a7d4f"),
        UNCLEAR("#c98a1b"),
        MISSED("#b8433a"),
        STORE("#2f6db5"),
        PEER("#8a8f98");

        private final String colour;

        Ink(String colour) {
            this.colour = colour;
        }
    }

    void bar(double x, double y, double length, double thickness, Ink ink) {
        body.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x,
                y,
                Math.max(1, length),
                thickness,
                ink.colour));
    }

    void text(double x, double y, String anchor, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        body.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                Ink.TEXT.colour,
                escaped));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">%n"
                        + "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>%n%s</svg>%n",
                width,
                height,
                width,
                height,
                width,
                height,
                body);
    }
}
