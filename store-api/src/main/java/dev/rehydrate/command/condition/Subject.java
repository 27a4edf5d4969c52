// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.condition;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What of an instance is compared: an attribute of its header, or a promoted value. */
public sealed interface Subject permits Attribute, Subject.Promoted {

    /**
     * Reads it from an instance.
     *
     * @param header the header of the instance
     * @param promoted its promoted values by name
     * @return the value, or null if the instance has none
     */
    @Nullable
    PromotedValue in(InstanceHeader header, Map<String, PromotedValue> promoted);

    /**
     * Checks a value that this is to be compared with.
     *
     * @param value the value
     * @return the value in the precision in which this is compared
     * @throws IllegalArgumentException if this is never of that kind
     */
    PromotedValue comparable(PromotedValue value);

    /** {@return whether less and greater mean something} */
    boolean isOrdered();

    /**
     * A promoted value.
     *
     * @param name its name, not blank
     */
    record Promoted(String name) implements Subject {

        /**
         * Checks the name. No instance has a value without a name, so that {@code missing} would hold for every one.
         *
         * @throws IllegalArgumentException if the name is blank
         */
        public Promoted {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a promoted value has a name, and this one is blank");
            }
        }

        @Override
        public @Nullable PromotedValue in(InstanceHeader header, Map<String, PromotedValue> promoted) {
            return promoted.get(name);
        }

        @Override
        public PromotedValue comparable(PromotedValue value) {
            return value;
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        /** {@return the name, in quotes} */
        @Override
        public String toString() {
            return "'" + name + "'";
        }
    }
}
