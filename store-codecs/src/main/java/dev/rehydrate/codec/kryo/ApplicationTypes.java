// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The types that an application allows to be stored, under the ids it chose. Immutable. */
final class ApplicationTypes {

    /** Added to every id, so that none meets a built-in one. */
    static final int FIRST_ID = 100;

    static final int LARGEST_ID = 1_000_000;

    private final List<Registration> registrations;

    private ApplicationTypes(Collection<Registration> registrations) {
        this.registrations = List.copyOf(registrations);
    }

    List<Registration> all() {
        return registrations;
    }

    /** Collects types and refuses what could not be stored. */
    static final class Builder {

        private final Map<Integer, Registration> byId = new HashMap<>();
        private final Map<Class<?>, Registration> byType = new HashMap<>();

        void add(int id, Class<?> type) {
            Objects.requireNonNull(type, "type");
            requireFree(id, type);
            requireStorable(type);
            Registration registration = new Registration(type, serializerOf(FIRST_ID + id, type), FIRST_ID + id);
            byId.put(id, registration);
            byType.put(type, registration);
        }

        ApplicationTypes build() {
            return new ApplicationTypes(byId.values());
        }

        private void requireFree(int id, Class<?> type) {
            if (id < 1 || id > LARGEST_ID) {
                throw new IllegalArgumentException("an id is from 1 to " + LARGEST_ID + ", not " + id);
            }
            if (byId.containsKey(id)) {
                throw new IllegalArgumentException("the id " + id + " is already taken by "
                        + byId.get(id).getType().getName());
            }
            if (byType.containsKey(type)) {
                throw new IllegalArgumentException(type.getName() + " is already registered");
            }
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
