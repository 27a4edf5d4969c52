// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;

/** The only object of its class; the number of its type says it all. */
final class SingletonSerializer extends ImmutableSerializer<Object> {

    private final Object singleton;

    SingletonSerializer(Object singleton) {
        this.singleton = singleton;
    }

    @Override
    public void write(Kryo kryo, Output output, Object value) {}

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        return singleton;
    }
}
