// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.object;

import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import dev.rehydrate.codec.kryo.graph.Members;
import dev.rehydrate.codec.kryo.graph.Refusal;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of one class: each component, by name. Kryo's own writes components by place, so that one that is added or moved
 * makes stored bytes unreadable.
 */
final class RecordSerializer extends GraphSerializer<Object> {

    private final int id;
    private final Constructor<?> constructor;
    private final RecordComponent[] components;
    private final Members members;

    private RecordSerializer(int id, Constructor<?> constructor, RecordComponent[] components) {
        this.id = id;
        this.constructor = constructor;
        this.components = components;
        List<String> names =
                Arrays.stream(components).map(RecordComponent::getName).toList();
        this.members = new Members(constructor.getDeclaringClass(), names);
    }

    static RecordSerializer of(int id, Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            for (RecordComponent component : components) {
                component.getAccessor().setAccessible(true);
            }
            return new RecordSerializer(id, canonical, components);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InaccessibleObjectException closed) {
            throw new IllegalArgumentException(
                    type.getName() + " is in a package that is not open to "
                            + RecordSerializer.class.getModule().getName(),
                    closed);
        }
    }

    @Override
    protected boolean isBornComplete() {
        return true;
    }

    @Override
    protected boolean hashesContent() {
        return true;
    }

    @Override
    protected void writeBody(GraphWriter writer, Object record) {
        writer.shapes().fields(id, constructor.getDeclaringClass(), members.names());
        writer.enterRecord();
        for (RecordComponent component : components) {
            writer.enterField(component.getName());
            writer.value(get(component, record));
        }
        writer.leaveRecord();
    }

    @Override
    protected Object readBody(GraphReader reader) {
        int mark = reader.hashing().mark();
        @Nullable Object[] arguments = absent();
        Class<?> type = constructor.getDeclaringClass();
        for (int member : reader.shapes().fieldsOf(id, type).plan(type, members)) {
            if (member < 0) {
                reader.skip();
            } else {
                RecordComponent component = components[member];
                arguments[member] = Conversion.toFit(component.getType(), reader.value(), component.getAccessor());
            }
        }
        // The constructor may copy what it is given, so nothing may be put in later.
        reader.hashing().finishEarly(mark);
        return Instantiation.run(constructor, arguments);
    }

    private @Nullable Object[] absent() {
        @Nullable Object[] arguments = new Object[components.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = Conversion.absent(components[i].getType());
        }
        return arguments;
    }

    private static @Nullable Object get(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (InvocationTargetException refused) {
            throw Refusal.notEncodable(
                    "the accessor of " + component.getDeclaringRecord().getName() + "." + component.getName()
                            + " failed",
                    refused.getCause());
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
