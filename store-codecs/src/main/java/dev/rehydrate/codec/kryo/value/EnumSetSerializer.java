// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.EnumSerializer;
import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import dev.rehydrate.codec.kryo.graph.Refusal;
import java.util.EnumSet;
import java.util.Iterator;

/**
 * Sets of constants of one enum: the enum, how many, and each constant. Kryo's own writes places instead of names, so that a
 * constant that moves becomes another one.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // No type parameter can stand for an enum that is only known at run time.
final class EnumSetSerializer extends GraphSerializer<EnumSet> {

    @Override
    protected void writeBody(GraphWriter writer, EnumSet set) {
        EnumSerializer constants = writer.enumSerializer(enumOf(set));
        writer.count(set.size());
        for (Object constant : set) {
            constants.writeBody(writer, (Enum<?>) constant);
        }
    }

    /** An empty set does not tell its enum, but its complement does. */
    private static Class<?> enumOf(EnumSet set) {
        Iterator<?> any = (set.isEmpty() ? EnumSet.complementOf(set) : set).iterator();
        if (!any.hasNext()) {
            throw Refusal.notEncodable("a set of an enum without constants does not tell which enum it is");
        }
        return ((Enum<?>) any.next()).getDeclaringClass();
    }

    @Override
    protected EnumSet readBody(GraphReader reader) {
        EnumSerializer constants = reader.enumSerializer();
        EnumSet set = EnumSet.noneOf((Class) constants.type());
        reader.reference(set);
        int count = reader.input().readCount();
        for (int i = 0; i < count; i++) {
            set.add(constants.readBody(reader));
        }
        return set;
    }

    @Override
    protected void skipBody(GraphReader reader) {
        reader.skipNumbers(1);
        reader.skipEach(1, 0);
    }
}
