// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import com.esotericsoftware.kryo.serializers.TimeSerializers.OffsetDateTimeSerializer;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * A time in a zone, with its offset. Kryo's own leaves the offset out, so that the second of two o'clocks in the night when
 * the clocks go back becomes the first.
 */
final class ZonedDateTimeSerializer extends ImmutableSerializer<ZonedDateTime> {

    private final OffsetDateTimeSerializer times = new OffsetDateTimeSerializer();

    @Override
    public void write(Kryo kryo, Output output, ZonedDateTime value) {
        times.write(kryo, output, value.toOffsetDateTime());
        output.writeString(value.getZone().getId());
    }

    @Override
    public ZonedDateTime read(Kryo kryo, Input input, Class<? extends ZonedDateTime> type) {
        OffsetDateTime time = times.read(kryo, input, OffsetDateTime.class);
        ZoneId zone = ZoneId.of(input.readString());
        return ZonedDateTime.ofInstant(time.toLocalDateTime(), time.getOffset(), zone);
    }
}
