// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import dev.rehydrate.instance.SafeText;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Text as a terminal shows it: how many columns it takes, and nothing in it that moves what stands beside it. */
public final class DisplayText {

    private static final String ELLIPSIS = "…";
    // Invisible; what follows a right-to-left text stays on its right.
    private static final String LEFT_TO_RIGHT_MARK = "\u200e";

    /** Where characters two columns wide begin, and where they end. */
    private static final NavigableMap<Integer, Integer> WIDE = new TreeMap<>(Map.of(
            0x1100, 0x115f, // Hangul letters
            0x2e80, 0xa4cf, // Chinese, Japanese, Yi
            0xac00, 0xd7a3, // Hangul syllables
            0xf900, 0xfaff, // more Chinese
            0xfe30, 0xfe6f, // vertical and small forms
            0xff00, 0xff60, // full width forms
            0x1f300, 0x1f64f, // pictures and faces
            0x1f680, 0x1f6ff, // transport
            0x1f900, 0x1f9ff, // more pictures
            0x20000, 0x3fffd)); // rare Chinese

    private DisplayText() {}

    /**
     * Counts columns.
     *
     * @param text any text
     * @return how many columns of a terminal it takes
     */
    public static int width(String text) {
        return text.codePoints().map(DisplayText::width).sum();
    }

    private static int width(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        Map.Entry<Integer, Integer> range = WIDE.floorEntry(codePoint);
        return range != null && codePoint <= range.getValue() ? 2 : 1;
    }

    /**
     * Makes text exactly so wide.
     *
     * @param text any text
     * @param columns how wide
     * @return the text in one line, cut or filled with spaces on its right
     */
    public static String left(String text, int columns) {
        String shown = cut(visible(text), columns);
        return shown + " ".repeat(columns - width(shown));
    }

    /**
     * Makes text at least so wide.
     *
     * @param text any text, of which nothing is cut
     * @param columns how wide
     * @return the text, filled with spaces on its left
     */
    public static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - width(text))) + text;
    }

    private static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().filter(point -> !SafeText.isUnsafe(point)).forEach(shown::appendCodePoint);
        boolean rightToLeft = text.codePoints().anyMatch(DisplayText::isRightToLeft);
        return rightToLeft ? shown + LEFT_TO_RIGHT_MARK : shown.toString();
    }

    private static boolean isRightToLeft(int codePoint) {
        byte direction = Character.getDirectionality(codePoint);
        return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
    }

    private static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int room = columns - 1;
        for (int point : text.codePoints().toArray()) {
            room -= width(point);
            if (room < 0) {
                break;
            }
            kept.appendCodePoint(point);
        }
        return kept + ELLIPSIS;
    }
}
