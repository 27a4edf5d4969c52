// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.StoreWideSettings;
import dev.rehydrate.store.StoreOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How values become bytes: codecs for an encoding with the limits that are set by name, or an encoding made in code. */
final class EncodingChoice {

    private @Nullable UnaryOperator<ValueEncoding.Builder> codecs;
    private @Nullable ValueEncoding made;

    void codecs(UnaryOperator<ValueEncoding.Builder> adder) {
        codecs = Objects.requireNonNull(adder, "adder");
        made = null;
    }

    void made(ValueEncoding encoding) {
        made = Objects.requireNonNull(encoding, "encoding");
    }

    /**
     * The options of a store with this encoding.
     *
     * @param chosen what was chosen by name
     * @param common what every provider has; its encoding counts if no other was given, and it is not the default
     * @throws IllegalArgumentException if they cannot be used; the message has every mistake
     */
    StoreOptions options(ChosenOptions chosen, StoreOptions common) {
        if (made == null
                && codecs == null
                && common.values() != StoreOptions.defaults().values()) {
            made = common.values();
        }
        List<String> problems = new ArrayList<>(chosen.problems());
        problems.addAll(problems(chosen));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "the configuration cannot be used:\n  - " + String.join("\n  - ", problems));
        }
        return StoreWideSettings.options(chosen, encoding(chosen), common);
    }

    /** The limit of an encoding that is made in code counts unless one is set by name; its threshold always does. */
    private List<String> problems(ChosenOptions chosen) {
        if (made == null) {
            return List.of();
        }
        chosen.setUnlessSet(StoreSettings.PAYLOAD_LIMIT, made.maxValueSize());
        return chosen.says(StoreSettings.COMPRESSION_THRESHOLD)
                ? List.of(chosen.cite(StoreSettings.COMPRESSION_THRESHOLD)
                        + " has no effect on an encoding that is made in code; set it there, or give codecs only")
                : List.of();
    }

    private ValueEncoding encoding(ChosenOptions chosen) {
        return made == null
                ? StoreWideSettings.encoding(chosen, codecs == null ? UnaryOperator.identity() : codecs)
                : made.limitedTo(chosen.get(StoreSettings.PAYLOAD_LIMIT));
    }
}
