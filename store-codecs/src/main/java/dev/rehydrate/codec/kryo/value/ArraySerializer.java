// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import dev.rehydrate.codec.kryo.graph.Refusal;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of objects and arrays of arrays: how many dimensions, the innermost type, how many elements, and each of them.
 * Kryo's own trusts the length, and names references within the array by running numbers.
 */
final class ArraySerializer extends GraphSerializer<@Nullable Object[]> {

    private static final int MOST_DIMENSIONS = 8;

    @Override
    protected boolean isBornComplete() {
        return true;
    }

    @Override
    protected void writeBody(GraphWriter writer, @Nullable Object[] array) {
        int dimensions = 1;
        Class<?> innermost = array.getClass().getComponentType();
        while (innermost.isArray() && !innermost.getComponentType().isPrimitive()) {
            innermost = innermost.getComponentType();
            dimensions++;
        }
        if (dimensions > MOST_DIMENSIONS) {
            throw Refusal.notEncodable("an array has more than " + MOST_DIMENSIONS + " dimensions");
        }
        writer.count(dimensions);
        writer.type(innermost);
        writer.count(array.length);
        for (Object element : array) {
            writer.value(element);
        }
    }

    @Override
    @Nullable
    protected Object[] readBody(GraphReader reader) {
        int dimensions = reader.input().readVarInt(true);
        if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
            throw Refusal.damaged("an array has an impossible number of dimensions");
        }
        Class<?> type = MethodType.methodType(reader.type().getType()).wrap().returnType();
        for (int i = 1; i < dimensions; i++) {
            type = type.arrayType();
        }
        return fill(reader, type);
    }

    private static @Nullable Object[] fill(GraphReader reader, Class<?> type) {
        int length = reader.input().readCount();
        // Grows with what is there: many nested arrays could each claim all the remaining bytes.
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Object element = reader.value();
            if (element != null && !type.isInstance(element)) {
                throw Refusal.otherType("an array of " + type.getName() + " holds a "
                        + element.getClass().getName());
            }
            elements.add(element);
        }
        return elements.toArray((Object[]) Array.newInstance(type, length));
    }

    @Override
    protected void skipBody(GraphReader reader) {
        reader.skipNumbers(2);
        reader.skipEach(0, 1);
    }
}
