// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Arrays of booleans. Kryo's own sets aside the memory that a length claims before it looks whether that much is there. */
final class BooleanArraySerializer extends Serializer<boolean[]> {

    @Override
    public void write(Kryo kryo, Output output, boolean[] array) {
        output.writeVarInt(array.length, true);
        output.writeBooleans(array, 0, array.length);
    }

    @Override
    public boolean[] read(Kryo kryo, Input input, Class<? extends boolean[]> type) {
        return input.readBooleans(input.readVarInt(true));
    }
}
