// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The version of a workflow definition (contract §2.9): one to four numbers, or any other text such as {@code v3} or
 * {@code 1.0-SNAPSHOT}. Parts that are not given are zero.
 *
 * <p><b>Order.</b> Versions are ordered by their texts, run by run: runs of digits as numbers, other runs by their characters, and
 * a number before other text. For versions of numbers only that is the order of the parts. So {@code v3} comes before
 * {@code v10}, and {@code 1.0-SNAPSHOT} before {@code 1.0}.
 *
 * @param major the first part, not negative
 * @param minor the second part, not negative
 * @param build the third part, not negative
 * @param revision the fourth part, not negative; the one that {@link DefinitionFilter.Match#ANY_REVISION} ignores
 * @param text the whole version if it is not made of one to four numbers, and then all parts are zero; otherwise null
 */
public record DefinitionVersion(
        int major,
        int minor,
        int build,
        int revision,
        @Nullable String text) implements Comparable<DefinitionVersion> {

    /** How many characters a version may have. */
    public static final int LONGEST = 200;

    private static final Pattern NUMBERS =
            Pattern.compile("([0-9]{1,10})(?:\\.([0-9]{1,10}))?(?:\\.([0-9]{1,10}))?(?:\\.([0-9]{1,10}))?");
    private static final Pattern RUN = Pattern.compile("[0-9]+|[^0-9]+");
    private static final Comparator<String> BY_NUMBER =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if a part is negative, or the text is not one that {@link #parse} keeps as it is
     */
    public DefinitionVersion {
        if (major < 0 || minor < 0 || build < 0 || revision < 0) {
            throw new IllegalArgumentException("a part of a definition version must not be negative");
        }
        if (text != null) {
            requireText(text);
            if ((major | minor | build | revision) != 0 || numbers(text) != null) {
                throw new IllegalArgumentException("a definition version has either numbers or a text: " + text);
            }
        }
    }

    /**
     * A version of four numbers.
     *
     * @param major the first part, not negative
     * @param minor the second part, not negative
     * @param build the third part, not negative
     * @param revision the fourth part, not negative
     * @throws IllegalArgumentException if a part is negative
     */
    public DefinitionVersion(int major, int minor, int build, int revision) {
        this(major, minor, build, revision, null);
    }

    /**
     * Reads a version.
     *
     * @param text one to four numbers with dots between them, for example {@code 1}, {@code 1.2} or {@code 1.2.0.7}, or any other
     *     text of one line, for example {@code v3} or {@code 1.0-SNAPSHOT}
     * @return the version
     * @throws IllegalArgumentException if the text is blank, has more than {@value #LONGEST} characters or more than one line, or
     *     contains characters that cannot be seen
     */
    public static DefinitionVersion parse(String text) {
        requireText(text);
        DefinitionVersion numbers = numbers(text);
        return numbers == null ? new DefinitionVersion(0, 0, 0, 0, text) : numbers;
    }

    private static void requireText(String text) {
        boolean visible = text.codePoints().allMatch(DefinitionVersion::isVisible);
        if (text.isBlank() || text.length() > LONGEST || !visible) {
            throw new IllegalArgumentException("a definition version is a text of one line with 1 to " + LONGEST
                    + " visible characters, for example 1, 1.2, v3 or 1.0-SNAPSHOT, not one of "
                    + text.length() + " characters" + (visible ? "" : " with some that cannot be seen"));
        }
    }

    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static @Nullable DefinitionVersion numbers(String text) {
        Matcher parts = NUMBERS.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        int[] numbers = new int[4];
        for (int i = 0; i < numbers.length; i++) {
            String part = parts.group(i + 1);
            long number = part == null ? 0 : Long.parseLong(part);
            if (number > Integer.MAX_VALUE) {
                return null;
            }
            numbers[i] = (int) number;
        }
        return new DefinitionVersion(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    boolean equalsIgnoringRevision(DefinitionVersion other) {
        return major == other.major && minor == other.minor && build == other.build && Objects.equals(text, other.text);
    }

    /** Orders by the runs of digits and of other characters, the first counting most. */
    @Override
    public int compareTo(DefinitionVersion other) {
        String mine = toString();
        String its = other.toString();
        Matcher myRuns = RUN.matcher(mine);
        Matcher itsRuns = RUN.matcher(its);
        boolean more = myRuns.find();
        boolean itHasMore = itsRuns.find();
        while (more && itHasMore) {
            int order = compareRuns(myRuns.group(), itsRuns.group());
            if (order != 0) {
                return order;
            }
            more = myRuns.find();
            itHasMore = itsRuns.find();
        }
        // Texts that differ in leading zeros only are two versions all the same.
        return more == itHasMore ? mine.compareTo(its) : Boolean.compare(more, itHasMore);
    }

    private static int compareRuns(String run, String other) {
        boolean isNumber = isDigit(run.charAt(0));
        boolean isOtherNumber = isDigit(other.charAt(0));
        if (isNumber && isOtherNumber) {
            return BY_NUMBER.compare(withoutZeros(run), withoutZeros(other));
        }
        return isNumber == isOtherNumber ? run.compareTo(other) : Boolean.compare(isOtherNumber, isNumber);
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static String withoutZeros(String digits) {
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
        }
        return digits.substring(first);
    }

    /** {@return all four parts with dots between them, or the text} */
    @Override
    public String toString() {
        return text == null ? major + "." + minor + "." + build + "." + revision : text;
    }
}
