// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import dev.rehydrate.codec.kryo.graph.StoredShapes.Shape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Constants of one enum, by name: the name is written once for each graph, and a number that stands for it each time. Kryo's
 * own writes the place, or the whole name each time, and cannot say which constant is gone.
 */
public final class EnumSerializer extends GraphSerializer<Enum<?>> {

    private final int id;
    private final Class<? extends Enum<?>> type;

    public EnumSerializer(int id, Class<? extends Enum<?>> type) {
        this.id = id;
        this.type = type;
        setImmutable(true);
    }

    public Class<? extends Enum<?>> type() {
        return type;
    }

    @Override
    public void writeBody(GraphWriter writer, Enum<?> constant) {
        writer.count(writer.shapes().indexOf(id, constant));
    }

    @Override
    public Enum<?> readBody(GraphReader reader) {
        Shape shape = reader.shapes().constantsOf(id, type);
        Enum<?>[] constants = constants(shape);
        int index = reader.input().readVarInt(true);
        if (index < 0 || index >= constants.length) {
            throw Refusal.damaged("there is no constant of number " + index);
        }
        Enum<?> constant = constants[index];
        if (constant == null && !shape.isOlder) {
            throw Refusal.newerVersion(
                    "the constant " + Refusal.printable(shape.names.get(index)) + " of the enum " + type.getName());
        }
        if (constant == null) {
            throw Refusal.unknownType("the enum " + type.getName() + " has no longer the constant "
                    + Refusal.printable(shape.names.get(index)));
        }
        return constant;
    }

    private @Nullable Enum<?>[] constants(Shape shape) {
        if (shape.plan == null) {
            shape.plan = resolve(shape.names);
        }
        return (Enum<?>[]) shape.plan;
    }

    private @Nullable Enum<?>[] resolve(List<String> names) {
        Map<String, Enum<?>> byName = new HashMap<>();
        for (Enum<?> constant : type.getEnumConstants()) {
            byName.put(constant.name(), constant);
        }
        return names.stream().map(byName::get).toArray(Enum<?>[]::new);
    }
}
