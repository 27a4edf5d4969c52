// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.Registration;
import dev.rehydrate.codec.kryo.graph.Slots.Slot;
import dev.rehydrate.codec.kryo.graph.StoredShapes.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Passes over values in fields that the class no longer has. They are not decoded, since their classes may be gone too, but
 * it is noted where their objects begin and end: something else may refer to them.
 */
final class Skipper {

    private final GraphReader reader;

    Skipper(GraphReader reader) {
        this.reader = reader;
    }

    void skip() {
        int position = reader.position();
        int number = reader.input().readVarInt(true);
        if (number == GraphWriter.EARLIER) {
            reader.input().readVarInt(true);
        } else if (number != GraphWriter.NULL) {
            skipTyped(position, number - GraphWriter.FIRST_TYPE);
        }
    }

    private void skipTyped(int position, int id) {
        Shape shape = reader.shapes().find(id);
        if (shape == null) {
            skipBuiltIn(position, reader.registration(id));
        } else if (shape.hasConstants) {
            reader.input().readVarInt(true);
        } else {
            skipObject(position, shape, null);
        }
    }

    private void skipBuiltIn(int position, Registration registration) {
        if (registration.getSerializer().isImmutable()) {
            reader.leaf(registration);
        } else {
            skipObject(position, null, registration);
        }
    }

    private void skipObject(int position, @Nullable Shape shape, @Nullable Registration builtIn) {
        Slot slot = reader.slots().at(position);
        if (slot.end > 0) {
            reader.input().setPosition(slot.end);
            return;
        }
        reader.descend();
        if (shape != null) {
            shape.names.forEach(name -> skip());
        } else if (builtIn != null) {
            skipBody(builtIn);
        }
        slot.end = reader.input().position();
        reader.ascend();
    }

    private void skipBody(Registration builtIn) {
        if (builtIn.getSerializer() instanceof GraphSerializer<?> graph) {
            graph.skipBody(reader);
        } else {
            reader.leaf(builtIn);
        }
    }
}
