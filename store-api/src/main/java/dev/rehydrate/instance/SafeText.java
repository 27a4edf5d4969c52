// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes text from elsewhere, such as the message of an exception, a reason that a person has typed or a name that came over the
 * network, fit to stand in a line of a log, of a terminal or of an answer: one line, of bounded length, with no character that
 * moves the cursor, changes colours or turns the direction of what stands beside it. Such characters stay visible as
 * {@code \n}, <code>&#92;u001b</code> and the like, so that nothing is hidden. What is safe already is returned as it is.
 */
public final class SafeText {

    /** How many characters a line has at most, unless another limit is given. */
    public static final int LONGEST = 1_000;

    private static final String CUT = "…";
    private static final int DEEPEST = 16;

    private SafeText() {}

    /**
     * Makes a safe line of any text.
     *
     * @param text any text, or null
     * @return one line of at most {@value #LONGEST} characters; of null the text {@code null}
     */
    public static String line(@Nullable Object text) {
        return line(text, LONGEST);
    }

    /**
     * Makes a safe line of any text.
     *
     * @param text any text, or what has one, or null
     * @param longest how many characters it may have; at least 1
     * @return one line of so many characters at most; its end is cut off and replaced by {@code …} if it has more
     */
    public static String line(@Nullable Object text, int longest) {
        String all = textOf(text);
        if (all.length() <= longest && all.codePoints().noneMatch(SafeText::isUnsafe)) {
            return all;
        }
        StringBuilder line = new StringBuilder();
        int point;
        for (int i = 0; i < all.length(); i += Character.charCount(point)) {
            point = all.codePointAt(i);
            String shown = isUnsafe(point) ? escaped(point) : Character.toString(point);
            boolean isLast = i + Character.charCount(point) == all.length();
            if (line.length() + shown.length() > (isLast ? longest : longest - CUT.length())) {
                return line.append(CUT).toString();
            }
            line.append(shown);
        }
        return line.toString();
    }

    /** What it says of itself; an exception whose message is made when it is asked for may fail to. */
    private static String textOf(@Nullable Object text) {
        try {
            return Objects.toString(text);
        } catch (RuntimeException | StackOverflowError broken) {
            return text == null
                    ? "null"
                    : text.getClass().getName() + " (it cannot say more: "
                            + broken.getClass().getName() + ")";
        }
    }

    /**
     * Tells whether a character must not stand in a line as it is.
     *
     * @param point a code point
     * @return whether it is a control or format character, a separator of lines or paragraphs, or half a surrogate pair
     */
    public static boolean isUnsafe(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static String escaped(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> point > Character.MAX_VALUE ? String.format("\\u{%x}", point) : String.format("\\u%04x", point);
        };
    }

    /**
     * Makes a failure fit for a log, which prints its message and those of its causes as they are.
     *
     * @param failure what is to be logged, or null
     * @return the failure itself if all texts in it are safe; otherwise one with the same stack traces and causes that prints
     *     safe texts
     */
    public static @Nullable Throwable failure(@Nullable Throwable failure) {
        return failure == null || isSafe(failure, DEEPEST) ? failure : new Shown(failure, DEEPEST);
    }

    private static boolean isSafe(@Nullable Throwable failure, int depth) {
        if (failure == null) {
            return true;
        }
        if (depth == 0 || !hasSafeText(failure)) {
            return false;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!isSafe(suppressed, depth - 1)) {
                return false;
            }
        }
        return isSafe(failure.getCause(), depth - 1);
    }

    private static boolean hasSafeText(Throwable failure) {
        try {
            String text = failure.toString();
            return text.equals(line(text));
        } catch (RuntimeException | StackOverflowError broken) {
            return false;
        }
    }

    /** Prints like the failure it stands for. */
    @SuppressWarnings("OverrideThrowableToString") // Its own class says nothing.
    private static final class Shown extends Throwable {

        private static final long serialVersionUID = 1;

        private Shown(Throwable failure, int depth) {
            super(line(failure), cause(failure, depth));
            setStackTrace(failure.getStackTrace());
            if (depth > 0) {
                for (Throwable suppressed : failure.getSuppressed()) {
                    addSuppressed(new Shown(suppressed, depth - 1));
                }
            }
        }

        private static @Nullable Throwable cause(Throwable failure, int depth) {
            Throwable cause = failure.getCause();
            return cause == null || depth == 0 ? null : new Shown(cause, depth - 1);
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
