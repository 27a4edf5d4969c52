// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

/**
 * Stands for a type that arrays may be of but that no stored object is of: {@code Object}, an interface, an abstract class.
 * Kryo's own would make a subclass of it, or an {@code Object} without content.
 */
final class ElementTypeSerializer extends GraphSerializer<Object> {

    @Override
    void writeBody(GraphWriter writer, Object value) {
        throw Refusal.notEncodable("a bare " + value.getClass().getName() + " has nothing to store");
    }

    @Override
    Object readBody(GraphReader reader) {
        throw Refusal.damaged("an object of an abstract type");
    }
}
