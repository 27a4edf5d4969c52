// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random values. A failure names its seed; {@code -Drehydrate.seed=N} runs only that one. */
class RandomValuesTest {

    private static final int SEEDS = 3_000;

    private final ValueEncoding encoding =
            ValueEncoding.builder().compressFrom(64).build();

    @Test
    void everyValueComesBack() {
        seeds().forEach(seed -> {
            Object value = value(new Random(seed));

            Object back = encoding.decode(encoding.encode(value), Object.class);

            assertThat(back).as("with -Drehydrate.seed=" + seed).isEqualTo(value);
        });
    }

    @Test
    void everyDamageIsRefused() {
        seeds().forEach(seed -> {
            Random random = new Random(seed);
            byte[] stored = encoding.encode(value(random)).toBytes();

            byte[] damaged = damaged(stored, random);

            if (isRead(damaged)) {
                fail("damaged bytes were read with -Drehydrate.seed=" + seed);
            }
        });
    }

    private static LongStream seeds() {
        Long one = Long.getLong("rehydrate.seed");
        return one == null ? LongStream.range(0, SEEDS) : LongStream.of(one);
    }

    private boolean isRead(byte[] stored) {
        try {
            encoding.decode(EncodedValue.fromBytes(stored), Object.class);
            return true;
        } catch (ValueCodingException expected) {
            return false;
        }
    }

    /** Changes four bytes in a row: the checksum is certain to notice a run of damage that is not longer than itself. */
    private static byte[] damaged(byte[] stored, Random random) {
        byte[] damaged = stored.clone();
        int at = random.nextInt(damaged.length - 3);
        damaged[at] ^= (byte) (1 + random.nextInt(255));
        for (int i = 1; i < 4; i++) {
            damaged[at + i] ^= (byte) random.nextInt();
        }
        return damaged;
    }

    private static @Nullable Object value(Random random) {
        return switch (random.nextInt(16)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> random.nextInt();
            case 4 -> random.nextLong();
            case 5 -> Float.intBitsToFloat(random.nextInt());
            case 6 -> Double.longBitsToDouble(random.nextLong());
            case 7 -> (char) random.nextInt();
            case 8 -> text(random);
            case 9 -> bytes(random);
            case 10 -> new BigInteger(random.nextInt(500), random);
            case 11 ->
                new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(2_000_000) - 1_000_000);
            case 12 -> new UUID(random.nextLong(), random.nextLong());
            case 13 -> instant(random);
            case 14 -> Duration.ofSeconds(random.nextLong(), random.nextInt(1_000_000_000));
            default -> time(random);
        };
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Text of any UTF-16 code units, valid or not. */
    private static String text(Random random) {
        char[] units = new char[random.nextInt(100)];
        int highest = random.nextBoolean() ? 128 : 65_536;
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) random.nextInt(highest);
        }
        return new String(units);
    }

    private static Instant instant(Random random) {
        long span = Instant.MAX.getEpochSecond();
        return Instant.ofEpochSecond(random.nextLong() % span, random.nextInt(1_000_000_000));
    }

    private static Object time(Random random) {
        LocalDate date = LocalDate.ofEpochDay(random.nextLong() % LocalDate.MAX.toEpochDay());
        LocalTime time = LocalTime.ofNanoOfDay((random.nextLong() >>> 1) % 86_400_000_000_000L);
        LocalDateTime both = LocalDateTime.of(date, time);
        return switch (random.nextInt(4)) {
            case 0 -> date;
            case 1 -> time;
            case 2 -> both;
            default -> OffsetDateTime.of(both, ZoneOffset.ofTotalSeconds(random.nextInt(129_601) - 64_800));
        };
    }
}
