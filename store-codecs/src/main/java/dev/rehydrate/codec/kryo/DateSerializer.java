// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Date;

/** Dates of old. Kryo's own needs the module java.sql, which nothing else here does. */
@SuppressWarnings("JavaUtilDate") // Applications store them, whatever one thinks of them.
final class DateSerializer extends Serializer<Date> {

    @Override
    public void write(Kryo kryo, Output output, Date date) {
        output.writeVarLong(date.getTime(), true);
    }

    @Override
    public Date read(Kryo kryo, Input input, Class<? extends Date> type) {
        return new Date(input.readVarLong(true));
    }
}
