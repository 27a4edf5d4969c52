// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import dev.rehydrate.codec.kryo.graph.Refusal;

/**
 * Stands for a type that arrays may be of but that no stored object is of: {@code Object}, an interface, an abstract class.
 * Kryo's own would make a subclass of it, or an {@code Object} without content.
 */
public final class ElementTypeSerializer extends GraphSerializer<Object> {

    @Override
    protected void writeBody(GraphWriter writer, Object value) {
        throw Refusal.notEncodable("a bare " + value.getClass().getName() + " has nothing to store");
    }

    @Override
    protected Object readBody(GraphReader reader) {
        throw Refusal.damaged("an object of an abstract type");
    }
}
