// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.instance.ValueBag;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state as one value for each component of a record. */
final class RecordValues<S extends Record> implements StateMapping<S> {

    private static final Map<Class<?>, Object> ZEROS = Map.of(
            boolean.class,
            false,
            byte.class,
            (byte) 0,
            short.class,
            (short) 0,
            int.class,
            0,
            long.class,
            0L,
            float.class,
            0f,
            double.class,
            0d,
            char.class,
            '\0');

    private final Class<S> type;
    private final List<RecordComponent> components;
    private final Constructor<S> constructor;

    RecordValues(Class<S> type) {
        this.type = type;
        this.components = List.of(type.getRecordComponents());
        try {
            this.constructor = type.getDeclaredConstructor(
                    components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            components.forEach(component -> component.getAccessor().setAccessible(true));
        } catch (NoSuchMethodException | RuntimeException closed) {
            throw new IllegalArgumentException(
                    "the record " + type.getName() + " cannot be used here: make it public, or open its package to "
                            + RecordValues.class.getModule(),
                    closed);
        }
    }

    @Override
    public Map<String, InstanceValue> toValues(S state) {
        Map<String, InstanceValue> values = new HashMap<>();
        for (RecordComponent component : components) {
            values.put(component.getName(), InstanceValue.of(read(state, component), boxed(component.getType())));
        }
        return values;
    }

    private @Nullable Object read(S state, RecordComponent component) {
        try {
            return component.getAccessor().invoke(state);
        } catch (ReflectiveOperationException failure) {
            throw broken(failure);
        }
    }

    @Override
    public Set<Class<?>> valueTypes() {
        return components.stream().map(component -> boxed(component.getType())).collect(Collectors.toUnmodifiableSet());
    }

    /** A component that was added since the instance was saved is null, or zero. */
    @Override
    public S fromValues(ValueBag values) {
        Object[] arguments = components.stream()
                .map(component -> values.find(component.getName(), boxed(component.getType()))
                        .orElse(ZEROS.get(component.getType())))
                .toArray();
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException failure) {
            throw broken(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> boxed(Class<?> component) {
        // What is asked for is only ever handed to the constructor, which takes the component's type.
        Object zero = ZEROS.get(component);
        return (Class<Object>) (zero == null ? component : zero.getClass());
    }

    private IllegalStateException broken(ReflectiveOperationException failure) {
        Throwable cause = failure instanceof InvocationTargetException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        return new IllegalStateException(
                "the record " + type.getName() + " refuses what is kept of it: " + SafeText.line(cause), cause);
    }
}
