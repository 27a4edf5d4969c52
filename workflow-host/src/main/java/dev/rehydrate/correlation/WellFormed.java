// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

/** Whether text can be encoded without loss. */
final class WellFormed {

    private WellFormed() {}

    static boolean text(String text) {
        // An encoder replaces half a surrogate pair, which would give different texts one key.
        return text.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
