// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.StoredValue;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The names under which the values of an instance are stored apart from its head. They are stored, so they never change: {@code
 * d:name} for data, {@code m:name} for metadata, {@code k:key:name} for the metadata of a key.
 */
public final class ValueNames {

    public static final String DATA = "d:";
    public static final String METADATA = "m:";

    private static final char ESCAPE = '\\';

    private ValueNames() {}

    static String bagOf(InstanceKey key) {
        return "k:" + key + ':';
    }

    /** The stored name of a value. What databases do not take in a text is escaped. */
    public static String of(String bag, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (isEscaped(name.charAt(i))) {
                return bag + escaped(name);
            }
        }
        return bag + name;
    }

    private static boolean isEscaped(char unit) {
        return unit == 0 || unit == ESCAPE || Character.isSurrogate(unit);
    }

    private static String escaped(String name) {
        StringBuilder escaped = new StringBuilder();
        name.chars().forEach(unit -> {
            if (isEscaped((char) unit)) {
                escaped.append(ESCAPE).append(String.format("%04x", unit));
            } else {
                escaped.append((char) unit);
            }
        });
        return escaped.toString();
    }

    /** Visits all values of an instance under their stored names. */
    public static void visit(@Nullable InstanceRecord record, BiConsumer<String, EncodedValue> visitor) {
        if (record == null) {
            return;
        }
        visit(DATA, record.data(), visitor);
        visit(METADATA, record.metadata(), visitor);
        for (Map.Entry<InstanceKey, KeyEntry> each : record.keys().entrySet()) {
            Map<String, StoredValue> described = each.getValue().metadata();
            if (!described.isEmpty()) {
                visit(bagOf(each.getKey()), described, visitor);
            }
        }
    }

    private static void visit(String bag, Map<String, StoredValue> values, BiConsumer<String, EncodedValue> visitor) {
        values.forEach((name, value) -> visitor.accept(of(bag, name), value.encoded()));
    }
}
