// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The canonical text of what is found at a JSON Pointer, or null if there is no simple value. */
record JsonPart(JsonPointer pointer) implements Function<JsonNode, @Nullable String> {

    // A billion zeros fit into '1e1000000000': such numbers keep their exponent.
    private static final int MAX_PLAIN_DIGITS = 100;

    static JsonPart at(String pointer) {
        return new JsonPart(JsonPointer.compile(pointer));
    }

    @Override
    public @Nullable String apply(JsonNode message) {
        JsonNode found = message.at(pointer);
        if (found.isTextual() || found.isBoolean()) {
            return found.asText();
        }
        return found.isNumber() ? number(found) : null;
    }

    private static @Nullable String number(JsonNode found) {
        if (found.isFloatingPointNumber() && !found.isBigDecimal() && !Double.isFinite(found.doubleValue())) {
            return null;
        }
        BigDecimal value = found.decimalValue().stripTrailingZeros();
        boolean plain = Math.abs((long) value.scale()) <= MAX_PLAIN_DIGITS;
        return plain ? value.toPlainString() : value.toString();
    }
}
