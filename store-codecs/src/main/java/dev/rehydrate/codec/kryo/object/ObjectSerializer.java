// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.object;

import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import dev.rehydrate.codec.kryo.graph.Members;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objenesis.instantiator.ObjectInstantiator;

/**
 * Objects of one class: each field of the class and of those it extends, but for static and transient ones. Kryo's {@code
 * CompatibleFieldSerializer} loses objects and names of fields together with a removed field that contained them first.
 */
final class ObjectSerializer extends GraphSerializer<Object> {

    private final int id;
    private final Class<?> type;
    private final List<Field> fields;
    private final Members members;
    private final ObjectInstantiator<?> instantiator;

    private ObjectSerializer(int id, Class<?> type, List<Field> fields) {
        this.id = id;
        this.type = type;
        this.fields = fields;
        this.members = new Members(
                type, fields.stream().map(field -> storedName(field, type)).toList());
        this.instantiator = Instantiation.of(type);
    }

    static ObjectSerializer of(int id, Class<?> type) {
        Deque<Class<?>> topDown = new ArrayDeque<>();
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
            topDown.push(each);
        }
        List<Field> fields = new ArrayList<>();
        topDown.forEach(each -> addFields(type, each, fields));
        return new ObjectSerializer(id, type, fields);
    }

    private static void addFields(Class<?> type, Class<?> declaring, List<Field> fields) {
        for (Field field : declaring.getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                fields.add(accessible(type, field));
            }
        }
    }

    private static Field accessible(Class<?> type, Field field) {
        if (field.isSynthetic()) {
            throw new IllegalArgumentException(
                    type.getName() + " holds on to the object or method it was made in; make it static");
        }
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException closed) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be stored by its fields: "
                            + field.getDeclaringClass().getName() + " is in a package that is not open to "
                            + ObjectSerializer.class.getModule().getName(),
                    closed);
        }
    }

    private static String storedName(Field field, Class<?> type) {
        Class<?> declaring = field.getDeclaringClass();
        return declaring == type ? field.getName() : declaring.getSimpleName() + '.' + field.getName();
    }

    @Override
    protected void writeBody(GraphWriter writer, Object object) {
        writer.shapes().fields(id, type, members.names());
        for (Field field : fields) {
            writer.enterField(field.getName());
            writer.value(get(field, object));
        }
    }

    @Override
    protected Object readBody(GraphReader reader) {
        int[] plan = reader.shapes().fieldsOf(id, type).plan(type, members);
        Object object = instantiator.newInstance();
        reader.reference(object);
        for (int member : plan) {
            if (member < 0) {
                reader.skip();
            } else {
                Field field = fields.get(member);
                set(field, object, Conversion.toFit(field.getType(), reader.value(), field));
            }
        }
        return object;
    }

    private static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void set(Field field, Object object, @Nullable Object value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
