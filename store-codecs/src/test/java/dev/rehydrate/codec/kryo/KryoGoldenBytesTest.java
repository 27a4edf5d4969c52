// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes as the first release wrote them. There are such bytes in stores: lines are added here, but none is changed. */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // Applications store them, whatever one thinks of them.
class KryoGoldenBytesTest {

    private final KryoCodec codec = KryoCodec.builder()
            .register(1, Order.class)
            .register(2, Line.class)
            .register(300, Colour.class)
            .build();

    enum Colour {
        RED,
        GREEN
    }

    record Line(String product, int count, Colour colour) {}

    static class Base {
        long id = 7;
    }

    static final class Order extends Base {
        List<Object> lines = new ArrayList<>(List.of(new Line("tea", 2, Colour.RED), new Line("milk", 1, Colour.RED)));
        Order self = this;
        transient String cache = "not stored";
    }

    private static Arguments of(String hex, Object value) {
        return Arguments.of(hex, value);
    }

    private String written(Object value) {
        return HexFormat.of().formatHex(codec.encode(value));
    }

    private Object read(String hex) {
        return codec.decode(HexFormat.of().parseHex(hex), Object.class, 1);
    }

    @ParameterizedTest
    @MethodSource({"numbersAndText", "arrays", "times", "collections", "maps", "others"})
    void bytesOfTheFirstReleaseAreReadForEver(String hex, Object value) {
        Object read = read(hex);

        assertThat(read).isEqualTo(value).hasSameClassAs(value);
    }

    @ParameterizedTest
    @MethodSource({"numbersAndText", "arrays", "times", "collections", "maps", "others"})
    void bytesAreWrittenThatTheFirstReleaseReads(String hex, Object value) {
        assertThat(written(value)).isEqualTo(hex);
    }

    @Test
    void typesWithoutEqualityAreWrittenAndReadAsInTheFirstRelease() {
        assertThat(written(new ArrayDeque<>(List.of(1)))).isEqualTo("01002c010202");
        assertThat(written(new AtomicBoolean(true))).isEqualTo("01004f01");
        assertThat(written(new AtomicInteger(1))).isEqualTo("01005001000000");
        assertThat(written(new AtomicLong(1))).isEqualTo("0100510100000000000000");
        assertThat(read("01002c010202")).isInstanceOf(ArrayDeque.class).hasToString("[1]");
        assertThat(read("01004f01")).isInstanceOf(AtomicBoolean.class).hasToString("true");
        assertThat(read("01005001000000")).isInstanceOf(AtomicInteger.class).hasToString("1");
        assertThat(read("0100510100000000000000"))
                .isInstanceOf(AtomicLong.class)
                .hasToString("1");
    }

    @Test
    void objectsAreWrittenAndReadAsInTheFirstRelease() {
        String hex = "01036500b36465762e7265687964726174652e636f6465632e6b72796f2e4b72"
                + "796f476f6c64656e427974657354657374244f7264657203426173652e69e46c"
                + "696e65f373656ce66600b26465762e7265687964726174652e636f6465632e6b"
                + "72796f2e4b72796f476f6c64656e427974657354657374244c696e650370726f"
                + "647563f4636f756ef4636f6c6f75f2900301b46465762e726568796472617465"
                + "2e636f6465632e6b72796f2e4b72796f476f6c64656e42797465735465737424"
                + "436f6c6f7572015245c467090e2a0268037465e1020492030068036d696ceb02"
                + "029203000100";

        Order read = (Order) read(hex);

        assertThat(written(new Order())).isEqualTo(hex);
        assertThat(read.id).isEqualTo(7);
        assertThat(read.lines).isEqualTo(new Order().lines);
        assertThat(read.self).isSameAs(read);
    }

    static Stream<Arguments> numbersAndText() {
        return Stream.of(
                of("01000201", -1),
                of("010003746578f4", "text"),
                of("010003856772c3bcc39f", "gr\u00fc\u00df"),
                of("0100040000c03f", 1.5f),
                of("01000501", true),
                of("010006fe", (byte) -2),
                of("010007fc00", '\u00fc'),
                of("010008fdff", (short) -3),
                of("01000907", -4L),
                of("01000a0000000000000440", 2.5),
                of("0100140a00ab54a98ceb1f0ad2", new BigInteger("12345678901234567890")),
                of("010015026e04", new BigDecimal("1.10")));
    }

    static Stream<Arguments> arrays() {
        return Stream.of(
                of("01000b0301ff", new byte[] {1, -1}),
                of("01000c030100ffff", new short[] {1, -1}),
                of("01000d030201", new int[] {1, -1}),
                of("01000e030201", new long[] {1, -1}),
                of("01000f020000803f", new float[] {1}),
                of("01001002000000000000f03f", new double[] {1}),
                of("010011026100", new char[] {'a'}),
                of("010012020100", new boolean[] {true, false}),
                of("010013015a020202130201021301010103826100", new Object[] {1, new String[][] {{"a"}, null}}));
    }

    static Stream<Arguments> times() {
        return Stream.of(
                of("010018a584d8bb06f2ebdcc302", Instant.parse("2025-01-02T03:04:05.678901234Z")),
                of("010019010000000000000002", Duration.ofSeconds(1, 2)),
                of("01001ae90f0102", LocalDate.of(2025, 1, 2)),
                of("01001b03040506", LocalTime.of(3, 4, 5, 6)),
                of("01001ce90f010203fb", LocalDateTime.of(2025, 1, 2, 3, 4)),
                of("01001de90f01020304050608", OffsetDateTime.of(2025, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHours(2))),
                of("01001efc7f01000000", OffsetTime.of(3, 0, 0, 0, ZoneOffset.ofTotalSeconds(1))),
                of(
                        "01001fe90f0a1a02e1044575726f70652f4265726c69ee",
                        ZonedDateTime.parse("2025-10-26T02:30+01:00[Europe/Berlin]")),
                of("010020f8", ZoneOffset.ofHours(-2)),
                of("0100214575726f70652f4265726c69ee", ZoneId.of("Europe/Berlin")),
                of("010022e90f", Year.of(2025)),
                of("010023e90f01", YearMonth.of(2025, 1)),
                of("010024021d", MonthDay.of(2, 29)),
                of("01002501feffffff0f03", Period.of(1, -2, 3)),
                of("010026e807", new Date(1000)),
                of("010125016a6176612e74696d652e4461794f66576565eb0153554e4441d92700", DayOfWeek.SUNDAY),
                of("010126016a6176612e74696d652e4d6f6e74e8014d41d92800", Month.MAY));
    }

    static Stream<Arguments> collections() {
        return Stream.of(
                of("01002a02020200", new ArrayList<>(Arrays.asList(1, null))),
                of("01002b010202", new LinkedList<>(List.of(1))),
                of("01002d010202", new CopyOnWriteArrayList<>(List.of(1))),
                of("01002e02020200", Arrays.asList(1, null)),
                of("01002f0202020204", List.of(1, 2)),
                of("01003002020200", Collections.unmodifiableList(Arrays.asList(1, null))),
                of("010031010202", new HashSet<>(List.of(1))),
                of("0100320202040202", new LinkedHashSet<>(List.of(2, 1))),
                of("010033000202020204", new TreeSet<>(List.of(2, 1))),
                of("010034010202", Set.of(1)),
                of("010035010202", Collections.unmodifiableSet(Set.of(1))),
                of("01003600010202", Collections.unmodifiableNavigableSet(new TreeSet<>(List.of(1)))),
                of(
                        "0101900301b46465762e7265687964726174652e636f6465632e6b72796f2e4b"
                                + "72796f476f6c64656e42797465735465737424436f6c6f75720147524545ce38"
                                + "90030100",
                        EnumSet.of(Colour.GREEN)));
    }

    static Stream<Arguments> maps() {
        return Stream.of(
                of("01003e0102020204", new HashMap<>(Map.of(1, 2))),
                of("01003f0102020204", new LinkedHashMap<>(Map.of(1, 2))),
                of("01004000020202020402040202", new TreeMap<>(Map.of(2, 1, 1, 2))),
                of("0100410102020204", new ConcurrentHashMap<>(Map.of(1, 2))),
                of("010042000102020204", new ConcurrentSkipListMap<>(Map.of(1, 2))),
                of("0100430102020204", Map.of(1, 2)),
                of("0100440102020204", Collections.unmodifiableMap(Map.of(1, 2))),
                of("010045000102020204", Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of(1, 2)))),
                of(
                        "0101900301b46465762e7265687964726174652e636f6465632e6b72796f2e4b"
                                + "72796f476f6c64656e42797465735465737424436f6c6f7572015245c4469003"
                                + "01000202",
                        new EnumMap<>(Map.of(Colour.RED, 1))));
    }

    static Stream<Arguments> others() {
        return Stream.of(
                of("01001601000000000000000200000000000000", new UUID(1, 2)),
                of("010017613ae2", URI.create("a:b")),
                of("0100480202", Optional.of(1)),
                of("0100490101000000", OptionalInt.of(1)),
                of("01004a010100000000000000", OptionalLong.of(1)),
                of("01004b01000000000000f03f", OptionalDouble.of(1)),
                of("01004c64652d44c5", Locale.GERMANY),
                of("01004d4555d2", Currency.getInstance("EUR")),
                of("01004e010500000000000000", BitSet.valueOf(new long[] {5})),
                of("010052", Comparator.naturalOrder()),
                of("010053", Collections.reverseOrder()),
                of("010054", String.CASE_INSENSITIVE_ORDER),
                of(
                        "01026600b26465762e7265687964726174652e636f6465632e6b72796f2e4b72"
                                + "796f476f6c64656e427974657354657374244c696e650370726f647563f4636f"
                                + "756ef4636f6c6f75f2900301b46465762e7265687964726174652e636f646563"
                                + "2e6b72796f2e4b72796f476f6c64656e42797465735465737424436f6c6f7572"
                                + "015245c468037465e10204920300",
                        new Line("tea", 2, Colour.RED)));
    }
}
