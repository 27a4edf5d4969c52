// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.EnumSerializer;
import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import java.util.EnumMap;
import java.util.Map;

/**
 * Maps whose keys are constants of one enum: the enum, how many entries, and each constant with its value. Kryo's own maps
 * cannot make an {@code EnumMap}, which needs its enum before the first entry.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // No type parameter can stand for an enum that is only known at run time.
final class EnumMapSerializer extends GraphSerializer<EnumMap> {

    @Override
    protected boolean hashesContent() {
        return true;
    }

    @Override
    protected void writeBody(GraphWriter writer, EnumMap map) {
        EnumSerializer constants = writer.enumSerializer(enumOf(writer, map));
        writer.count(map.size());
        for (Object entry : map.entrySet()) {
            constants.writeBody(writer, (Enum<?>) ((Map.Entry) entry).getKey());
            writer.value(((Map.Entry) entry).getValue());
        }
    }

    private static Class<?> enumOf(GraphWriter writer, EnumMap map) {
        if (map.isEmpty()) {
            return writer.enumThat(type -> takes(map.clone(), type));
        }
        return ((Enum<?>) map.keySet().iterator().next()).getDeclaringClass();
    }

    /** An empty map does not tell its enum, but a copy of it refuses the constants of all others. */
    private static boolean takes(EnumMap copy, Class<?> type) {
        Object[] constants = type.getEnumConstants();
        if (constants.length == 0) {
            return false;
        }
        try {
            copy.put((Enum) constants[0], null);
            return true;
        } catch (ClassCastException ofAnotherEnum) {
            return false;
        }
    }

    @Override
    protected EnumMap readBody(GraphReader reader) {
        EnumSerializer constants = reader.enumSerializer();
        EnumMap map = new EnumMap(constants.type());
        reader.reference(map);
        int count = reader.input().readCount();
        for (int i = 0; i < count; i++) {
            Enum<?> key = constants.readBody(reader);
            map.put(key, reader.value());
        }
        return map;
    }

    @Override
    protected void skipBody(GraphReader reader) {
        reader.skipNumbers(1);
        reader.skipEach(1, 1);
    }
}
