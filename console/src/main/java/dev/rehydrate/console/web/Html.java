// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.web;

import dev.rehydrate.instance.SafeText;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes HTML. Texts and values of attributes are escaped, always; names of tags and attributes come from code. What cannot be seen
 * is shown as {@link SafeText} does, but for the attribute {@code value}: a form sends it back, so it holds the text itself. Not
 * safe for use by many threads.
 */
public final class Html {

    private static final int LONGEST = 100_000;
    private static final String SENT_BACK = "value";
    private static final int FIRST_OF_C1 = 0x80;
    private static final int LAST_OF_C1 = 0x9f;

    private final StringBuilder out = new StringBuilder();

    /** Has written nothing yet. */
    public Html() {}

    /**
     * Opens an element.
     *
     * @param tag its name
     * @param attributes names and values in turn; a null value leaves the attribute out, an empty one leaves it without value
     * @return this
     */
    public Html open(String tag, @Nullable String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            String value = attributes[i + 1];
            if (value != null) {
                out.append(' ').append(attributes[i]);
                if (!value.isEmpty()) {
                    out.append("=\"")
                            .append(
                                    attributes[i].equals(SENT_BACK)
                                            ? referenced(value)
                                            : escaped(SafeText.line(value, LONGEST)))
                            .append('"');
                }
            }
        }
        out.append('>');
        return this;
    }

    /**
     * Closes an element.
     *
     * @param tag its name
     * @return this
     */
    public Html close(String tag) {
        out.append("</").append(tag).append('>');
        return this;
    }

    /**
     * Writes a text as one safe line.
     *
     * @param text any text, or what has one
     * @return this
     */
    public Html text(@Nullable Object text) {
        out.append(escaped(SafeText.line(text, LONGEST)));
        return this;
    }

    /**
     * Writes a text of several lines, each of them safe.
     *
     * @param text the text
     * @return this
     */
    public Html lines(String text) {
        out.append(
                text.lines().map(line -> escaped(SafeText.line(line, LONGEST))).collect(Collectors.joining("\n")));
        return this;
    }

    /**
     * Writes an element with a text.
     *
     * @param tag its name
     * @param text its text
     * @param attributes as {@link #open}
     * @return this
     */
    public Html element(String tag, @Nullable Object text, @Nullable String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /**
     * Writes a link.
     *
     * @param href where to
     * @param text its text
     * @return this
     */
    public Html link(String href, @Nullable Object text) {
        return element("a", text, "href", href);
    }

    /**
     * Writes what another one has written.
     *
     * @param fragment the other
     * @return this
     */
    public Html add(Html fragment) {
        out.append(fragment.out);
        return this;
    }

    /**
     * Tells whether a form sends a text back as it is if it is the value of a hidden field.
     *
     * @param text the text
     * @return false if it has a line break, which is sent as CR LF, or a character that HTML has no reference for
     */
    public static boolean isSentUnchanged(String text) {
        return text.codePoints().allMatch(Html::isSentUnchanged);
    }

    private static boolean isSentUnchanged(int point) {
        return point != 0
                && point != '\n'
                && point != '\r'
                // A reference to one of these stands for a character of windows-1252.
                && (point < FIRST_OF_C1 || point > LAST_OF_C1)
                && Character.getType(point) != Character.SURROGATE;
    }

    private static String referenced(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            String each = Character.toString(point);
            if (SafeText.isUnsafe(point) && isSentUnchanged(point)) {
                safe.append("&#x").append(Integer.toHexString(point)).append(';');
            } else {
                safe.append(escaped(SafeText.line(each)));
            }
        });
        return safe.toString();
    }

    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(each);
            }
        }
        return safe.toString();
    }

    /** {@return what was written} */
    @Override
    public String toString() {
        return out.toString();
    }
}
