// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.instance.PromotedValue;
import java.util.Objects;

/**
 * One end of a range.
 *
 * @param value the value at the end
 * @param included whether that value is within the range
 */
public record Bound(PromotedValue value, boolean included) {

    /** Checks that nothing is missing. */
    public Bound {
        Objects.requireNonNull(value, "value");
    }

    boolean admitsFromBelow(PromotedValue other) {
        int order = other.compareTo(value);
        return included ? order <= 0 : order < 0;
    }

    boolean admitsFromAbove(PromotedValue other) {
        int order = other.compareTo(value);
        return included ? order >= 0 : order > 0;
    }
}
