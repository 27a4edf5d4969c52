// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 16MiB}. */
final class SizeText {

    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");
    private static final int SHIFT = 10;
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,10})(B|KiB|MiB|GiB)");

    private SizeText() {}

    static int parse(String text, int least, int most) {
        OptionType.require(
                !text.matches("[0-9]+"), "it has no unit; write " + text + "B, " + text + "KiB or " + text + "MiB");
        Matcher unit = WITH_UNIT.matcher(text);
        OptionType.require(unit.matches(), "write it as 16MiB, 512KiB or 4096B");
        long bytes = Long.parseLong(unit.group(1)) << (SHIFT * UNITS.indexOf(unit.group(2)));
        OptionType.require(bytes >= least, "it is too small");
        OptionType.require(bytes <= most, "it is too large");
        return (int) bytes;
    }

    /** As short as it can be said exactly. */
    static String format(int bytes) {
        int unit = bytes <= 0 ? 0 : Math.min(UNITS.size() - 1, Integer.numberOfTrailingZeros(bytes) / SHIFT);
        return (bytes >> (SHIFT * unit)) + UNITS.get(unit);
    }
}
