// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;

/** Refuses classes as values: Jackson would load and initialise whatever class the JSON names. */
@SuppressWarnings("rawtypes") // There is no Class literal of Class<?>.
final class NoClassModule extends SimpleModule {

    private static final long serialVersionUID = 1;

    NoClassModule() {
        super(NoClassModule.class.getName());
        addSerializer(Class.class, new Refusing<>());
        addKeySerializer(Class.class, new Refusing<>());
        addDeserializer(Class.class, new RefusingToRead<>());
        addDeserializer(JavaType.class, new RefusingToRead<>());
        addKeyDeserializer(Class.class, new RefusingKey());
        addKeyDeserializer(JavaType.class, new RefusingKey());
    }

    private static ValueCodingException refusal() {
        return new ValueCodingException(Reason.UNKNOWN_TYPE, "a class cannot be a value; store its name");
    }

    private static final class Refusing<T> extends JsonSerializer<T> {
        @Override
        public void serialize(T value, JsonGenerator json, SerializerProvider serializers) {
            throw refusal();
        }
    }

    private static final class RefusingToRead<T> extends JsonDeserializer<T> {
        @Override
        public T deserialize(JsonParser json, DeserializationContext context) {
            throw refusal();
        }
    }

    private static final class RefusingKey extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            throw refusal();
        }
    }
}
