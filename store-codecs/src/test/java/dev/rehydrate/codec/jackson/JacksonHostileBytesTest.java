// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.check.Allocation;
import dev.rehydrate.codec.check.Hostile;
import dev.rehydrate.codec.check.Together;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class JacksonHostileBytesTest {

    record Line(String product, int count) {}

    record Order(
            UUID id, List<Line> lines, Map<String, BigDecimal> prices, ZonedDateTime time, Object any, Order next) {}

    private final JacksonCodec codec = JacksonCodec.builder().build();

    private static Order order() {
        return new Order(
                new UUID(1, 2),
                List.of(new Line("tea ü", 2), new Line("", -1)),
                Map.of("tea", new BigDecimal("1.10")),
                ZonedDateTime.parse("2025-10-26T02:30+02:00[Europe/Berlin]"),
                Arrays.asList(1.5, true, null, Map.of("k", "v")),
                null);
    }

    private void read(byte[] bytes) {
        codec.decode(bytes, Order.class, 1);
    }

    @Test
    void anyChangeOfTheStoredBytesIsRefused() {
        ValueEncoding encoding = ValueEncoding.with(codec);
        byte[] stored = encoding.encode(order()).toBytes();

        int refused =
                Hostile.everyChangeOfABit(stored, bytes -> encoding.decode(EncodedValue.fromBytes(bytes), Order.class));

        assertThat(refused).isEqualTo(stored.length * Byte.SIZE);
    }

    @Test
    void anyTruncationOfTheStoredBytesIsRefused() {
        ValueEncoding encoding = ValueEncoding.with(codec);
        byte[] stored = encoding.encode(order()).toBytes();

        int refused =
                Hostile.everyTruncation(stored, bytes -> encoding.decode(EncodedValue.fromBytes(bytes), Order.class));

        assertThat(refused).isEqualTo(stored.length);
    }

    @Test
    void anyChangeThatPassesTheChecksumYieldsAValueOrARefusal() {
        byte[] bytes = codec.encode(order());

        int refused = Hostile.everyChangeOfABit(bytes, this::read);

        assertThat(refused).isBetween(1, bytes.length * Byte.SIZE);
    }

    @Test
    void anyTruncationIsRefused() {
        byte[] bytes = codec.encode(order());

        assertThat(Hostile.everyTruncation(bytes, this::read)).isEqualTo(bytes.length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "{                                    | DAMAGED",
                "nonsense                             | DAMAGED",
                "null                                 | DAMAGED",
                "{\"id\":null} x                      | DAMAGED",
                "[]                                   | OTHER_TYPE",
                "{} {}                                | OTHER_TYPE",
                "{\"lines\":[{\"count\":\"many\"}]}   | OTHER_TYPE",
                "{\"lines\":[{\"count\":1]}           | DAMAGED",
                "{\"lines\":[{\"count\":99999999999}]}| DAMAGED",
            })
    void refusalsSayWhatIsWrong(String json, Reason reason) {
        assertThatThrownBy(() -> read(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }

    @Test
    void noBytesAreDamage() {
        assertThatThrownBy(() -> read(new byte[0]))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.DAMAGED));
    }

    @Test
    void nestingWithoutEndIsRefused() {
        byte[] lists = ("{\"any\":" + "[".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8);
        byte[] objects = "{\"next\":".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        byte[] ignored = ("{\"gone\":" + "[".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8);

        for (byte[] bytes : List.of(lists, objects, ignored)) {
            long allocated = Allocation.during(
                    () -> assertThat(Hostile.isRefused(bytes, this::read)).isTrue());
            assertThat(allocated).isLessThan(20_000_000);
        }
    }

    @Test
    void numbersThatTakeLongToReadAreRefused() {
        byte[] bytes = ("{\"prices\":{\"x\":" + "9".repeat(10_000_000) + "}}").getBytes(StandardCharsets.UTF_8);

        assertThat(Hostile.isRefused(bytes, this::read)).isTrue();
    }

    @Test
    void manyThreadsShareOneCodec() throws Exception {
        Order order = order();

        Together.inThreads(8, thread -> {
            for (int i = 0; i < 300; i++) {
                byte[] bytes = codec.encode(order);
                assertThat(codec.decode(bytes, Order.class, 1)).isEqualTo(order);
            }
        });
    }
}
