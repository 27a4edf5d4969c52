// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.object;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import dev.rehydrate.codec.kryo.graph.EnumSerializer;
import dev.rehydrate.codec.kryo.graph.GraphKryo;
import dev.rehydrate.codec.kryo.value.BuiltInTypes;
import dev.rehydrate.codec.kryo.value.ElementTypeSerializer;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The types that an application allows to be stored, under the ids it chose; refuses what could not be stored. */
public final class ApplicationTypes {

    static final int LARGEST_ID = 1_000_000;

    private final Map<Integer, Registration> byId = new HashMap<>();

    public void add(int id, Class<?> type) {
        Objects.requireNonNull(type, "type");
        requireFree(id, type);
        requireStorable(type);
        byId.put(
                id,
                new Registration(
                        type,
                        serializerOf(GraphKryo.FIRST_APPLICATION_ID + id, type),
                        GraphKryo.FIRST_APPLICATION_ID + id));
    }

    /** {@return these types as they are now, and all that need no registration} */
    public List<Registration> withBuiltIn() {
        return Stream.concat(BuiltInTypes.all().stream(), byId.values().stream())
                .toList();
    }

    private void requireFree(int id, Class<?> type) {
        if (id < 1 || id > LARGEST_ID) {
            throw new IllegalArgumentException("an id is from 1 to " + LARGEST_ID + ", not " + id);
        }
        Registration taken = byId.get(id);
        if (taken != null) {
            throw new IllegalArgumentException(
                    "the id " + id + " is already taken by " + taken.getType().getName());
        }
        if (byId.values().stream().anyMatch(other -> other.getType() == type)) {
            throw new IllegalArgumentException(type.getName() + " is already registered");
        }
    }

    private static void requireStorable(Class<?> type) {
        if (BuiltInTypes.covers(type)) {
            throw new IllegalArgumentException(type.getTypeName() + " needs no registration");
        }
        // Newer JDKs hide the fields of Class, and it would pass for a type that has none.
        boolean isClass = type == Class.class;
        if (isClass || type.isHidden() || type.isSynthetic() || type.isAnnotation()) {
            throw new IllegalArgumentException(type.getName() + " is not a class that can be stored");
        }
        if (Enum.class.isAssignableFrom(type) && !type.isEnum()) {
            throw new IllegalArgumentException(type.getName() + " belongs to an enum; register that");
        }
    }

    private static Serializer<?> serializerOf(int id, Class<?> type) {
        if (type.isEnum()) {
            return new EnumSerializer(id, enumType(type));
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return new ElementTypeSerializer();
        }
        return type.isRecord() ? RecordSerializer.of(id, type) : ObjectSerializer.of(id, type);
    }

    @SuppressWarnings("unchecked")
    private static Class<? extends Enum<?>> enumType(Class<?> type) {
        return (Class<? extends Enum<?>>) type;
    }
}
