// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.IntMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes the application types in one graph: which fields their objects were written with, which constants were used. See
 * {@link StoredShapes} for the reason.
 */
public final class WrittenShapes {

    static final byte FIELDS = 0;
    static final byte CONSTANTS = 1;

    private final IntMap<Shape> byId = new IntMap<>();
    private final List<Shape> inOrder = new ArrayList<>();

    private record Shape(int id, byte kind, Class<?> type, List<String> names, Map<String, Integer> indexes) {}

    public void fields(int id, Class<?> type, List<String> names) {
        if (!byId.containsKey(id)) {
            add(new Shape(id, FIELDS, type, names, Map.of()));
        }
    }

    /** Returns the number under which a constant is written in this graph. */
    int indexOf(int id, Enum<?> constant) {
        Shape shape = constants(id, constant.getDeclaringClass());
        Integer known = shape.indexes.get(constant.name());
        if (known != null) {
            return known;
        }
        int index = shape.names.size();
        shape.names.add(constant.name());
        shape.indexes.put(constant.name(), index);
        return index;
    }

    private Shape constants(int id, Class<?> type) {
        Shape shape = byId.get(id);
        return shape != null ? shape : add(new Shape(id, CONSTANTS, type, new ArrayList<>(), new HashMap<>()));
    }

    private Shape add(Shape shape) {
        byId.put(shape.id, shape);
        inOrder.add(shape);
        return shape;
    }

    /** {@return a format, all shapes and then what the output holds} */
    byte[] before(int format, Output body) {
        Output head = new Output(64, -1);
        head.writeByte(format);
        head.writeVarInt(inOrder.size(), true);
        for (Shape shape : inOrder) {
            head.writeVarInt(shape.id, true);
            head.writeByte(shape.kind);
            // Never resolved to a class; a reader that does not know the id can say what it was.
            head.writeString(shape.type.getName());
            head.writeVarInt(shape.names.size(), true);
            shape.names.forEach(head::writeString);
        }
        byte[] all = new byte[head.position() + body.position()];
        System.arraycopy(head.getBuffer(), 0, all, 0, head.position());
        System.arraycopy(body.getBuffer(), 0, all, head.position(), body.position());
        return all;
    }
}
