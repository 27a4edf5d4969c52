// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import org.axonframework.serialization.ChainingConverter;
import org.axonframework.serialization.Converter;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SerializedType;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.SimpleSerializedObject;
import org.axonframework.serialization.SimpleSerializedType;

/** Sagas as bytes for Axon: none of its serializers could be as fast as a copy, and serializers are not what is compared. */
final class SagaBytes implements Serializer {

    private static final SerializedType TYPE = new SimpleSerializedType(AxonSagas.Saga.class.getName(), null);

    private final Converter converter = new ChainingConverter();

    @Override
    public <T> SerializedObject<T> serialize(Object object, Class<T> expectedRepresentation) {
        byte[] bytes = ((AxonSagas.Saga) object).toBytes();
        return new SimpleSerializedObject<>(
                converter.convert(bytes, expectedRepresentation), expectedRepresentation, TYPE);
    }

    @Override
    public <T> boolean canSerializeTo(Class<T> expectedRepresentation) {
        return expectedRepresentation.isAssignableFrom(byte[].class);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <S, T> T deserialize(SerializedObject<S> serialized) {
        return (T) AxonSagas.Saga.of(converter.convert(serialized.getData(), byte[].class));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class classForType(SerializedType type) {
        return AxonSagas.Saga.class;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public SerializedType typeForClass(Class type) {
        return TYPE;
    }

    @Override
    public Converter getConverter() {
        return converter;
    }
}
