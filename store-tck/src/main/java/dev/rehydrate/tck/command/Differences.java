// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.slot.InstanceRecord;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** In which parts two records differ. A part that is added to records later is compared, too. */
final class Differences {

    private Differences() {}

    /** {@return the names of the components that are not equal, those of the header included} */
    static Set<String> between(InstanceRecord before, InstanceRecord after) {
        Map<String, @Nullable Object> former = parts(before);
        Map<String, @Nullable Object> present = parts(after);
        Set<String> differences = new TreeSet<>(former.keySet());
        differences.removeIf(part -> Objects.equals(former.get(part), present.get(part)));
        return differences;
    }

    private static Map<String, @Nullable Object> parts(InstanceRecord record) {
        Map<String, @Nullable Object> parts = parts(record, InstanceRecord.class);
        parts.remove("header");
        parts.putAll(parts(record.header(), InstanceHeader.class));
        return parts;
    }

    private static Map<String, @Nullable Object> parts(Record record, Class<?> type) {
        Map<String, @Nullable Object> parts = new HashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                parts.put(component.getName(), component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError(component.getName(), impossible);
            }
        }
        return parts;
    }
}
