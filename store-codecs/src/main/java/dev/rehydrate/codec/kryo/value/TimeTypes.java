// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import dev.rehydrate.codec.kryo.graph.EnumSerializer;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;

/** Dates, times, zones and spans. */
@SuppressWarnings("JavaUtilDate") // Applications store them, whatever one thinks of them.
final class TimeTypes {

    private TimeTypes() {}

    static void registerOn(BuiltInTypes.Register register) {
        register.type(22, Instant.class, new TimeSerializers.InstantSerializer());
        register.type(23, Duration.class, new TimeSerializers.DurationSerializer());
        register.type(24, LocalDate.class, new TimeSerializers.LocalDateSerializer());
        register.type(25, LocalTime.class, new TimeSerializers.LocalTimeSerializer());
        register.type(26, LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
        register.type(27, OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
        register.type(28, OffsetTime.class, new TimeSerializers.OffsetTimeSerializer());
        register.type(29, ZonedDateTime.class, new ZonedDateTimeSerializer());
        register.type(30, ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
        register.type(31, ZoneId.class, new TimeSerializers.ZoneIdSerializer());
        register.type(32, Year.class, new TimeSerializers.YearSerializer());
        register.type(33, YearMonth.class, new TimeSerializers.YearMonthSerializer());
        register.type(34, MonthDay.class, new TimeSerializers.MonthDaySerializer());
        register.type(35, Period.class, new TimeSerializers.PeriodSerializer());
        register.type(
                36, Date.class, LeafSerializer.mutable(TimeTypes::writeDate, in -> new Date(in.readVarLong(true))));
        register.type(37, DayOfWeek.class, new EnumSerializer(37, DayOfWeek.class));
        register.type(38, Month.class, new EnumSerializer(38, Month.class));
    }

    private static void writeDate(Output output, Date date) {
        output.writeVarLong(date.getTime(), true);
    }
}
