// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;
import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.check.Allocation;
import dev.rehydrate.codec.check.Hostile;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KryoHostileBytesTest {

    private static final int LENGTH_OF_TWO_GIGABYTES = Integer.MAX_VALUE - 8;

    private final KryoCodec codec = KryoCodec.builder()
            .register(1, Order.class)
            .register(2, Line.class)
            .register(3, Colour.class)
            .build();

    enum Colour {
        RED,
        GREEN
    }

    record Line(String product, int count, Optional<Colour> colour) {}

    static final class Order {
        List<Line> lines = new ArrayList<>(
                List.of(new Line("tea", 2, Optional.of(Colour.RED)), new Line("ü", 1, Optional.empty())));
        Map<String, Object> values = new LinkedHashMap<>();
        Object[] array = {1, 2L, null, new UUID(1, 2)};
        Order self = this;

        Order() {
            values.put("numbers", Arrays.asList(1.5, new BigDecimal("1.5"), BigInteger.TEN, 'c', (short) 3));
            values.put("arrays", List.of(new int[] {1, 2}, new long[2], new double[1], new char[2], "text"));
            values.put("enums", List.of(EnumSet.of(Colour.GREEN), new EnumMap<>(Map.of(Colour.RED, 1))));
            values.put("sets", Set.of(List.of(Set.of(1))));
            values.put(
                    "others",
                    List.of(
                            URI.create("a:b"),
                            Locale.ROOT,
                            BitSet.valueOf(new long[] {7}),
                            new TreeMap<>(Map.of(1, 1))));
            values.put("time", ZonedDateTime.parse("2025-10-26T02:30+02:00[Europe/Berlin]"));
        }
    }

    private void read(byte[] bytes) {
        codec.decode(bytes, Object.class, 1);
    }

    @Test
    void anyChangeOfTheStoredBytesIsRefused() {
        ValueEncoding encoding = ValueEncoding.builder()
                .writeWith(codec)
                .compressFrom(Integer.MAX_VALUE)
                .build();
        byte[] stored = encoding.encode(new Order()).toBytes();

        int refused =
                Hostile.everyChangeOfABit(stored, bytes -> encoding.decode(EncodedValue.fromBytes(bytes), Order.class));

        assertThat(refused).isEqualTo(stored.length * Byte.SIZE);
    }

    @Test
    void anyTruncationOfTheStoredBytesIsRefused() {
        ValueEncoding encoding =
                ValueEncoding.builder().writeWith(codec).compressFrom(0).build();
        byte[] stored = encoding.encode(new Order()).toBytes();

        int refused =
                Hostile.everyTruncation(stored, bytes -> encoding.decode(EncodedValue.fromBytes(bytes), Order.class));

        assertThat(refused).isEqualTo(stored.length);
    }

    @Test
    void anyChangeThatPassesTheChecksumYieldsAValueOrARefusal() {
        byte[] bytes = codec.encode(new Order());

        int refused = Hostile.everyChangeOfAByte(bytes, this::read);

        assertThat(refused).isBetween(1, bytes.length * 255);
    }

    @Test
    void anyTruncationIsRefused() {
        byte[] bytes = codec.encode(new Order());

        assertThat(Hostile.everyTruncation(bytes, this::read)).isEqualTo(bytes.length);
    }

    @Test
    void anythingAfterTheValueIsRefused() {
        byte[] bytes = codec.encode(new Order());

        assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length + 1), Order.class, 1))
                .hasMessageContaining("bytes after the value");
    }

    @Test
    void aNewerFormatOfTheCodecSaysSo() {
        byte[] bytes = codec.encode(new Order());
        bytes[0] = 2;

        assertThatThrownBy(() -> codec.decode(bytes, Order.class, 1))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NEWER_VERSION))
                .hasMessageContaining("format 2");
    }

    @Test
    void anyChangeOfALengthAllocatesInProportionToTheBytes() {
        byte[] bytes = codec.encode(new Order());
        byte[] huge = {-1, -1, -1, -1, 7};

        for (int at = 0; at < bytes.length; at++) {
            byte[] changed = insert(bytes, at, huge);
            long allocated = Allocation.during(() -> Hostile.isRefused(changed, this::read));
            assertThat(allocated).as("with a length of two gigabytes at " + at).isLessThan(4_000_000);
        }
    }

    private static byte[] insert(byte[] bytes, int at, byte[] replacement) {
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(bytes, 0, at);
        changed.writeBytes(replacement);
        changed.write(bytes, at + 1, bytes.length - at - 1);
        return changed.toByteArray();
    }

    @Test
    void lengthsThatAreNotTrueAllocateNothing() {
        // The first value of all loads the classes of the codec.
        assertThat(Hostile.isRefused(claimOf(0), this::read)).isTrue();
        for (int type = 0; type < 100; type++) {
            byte[] bytes = claimOf(type);
            long allocated = Allocation.during(() -> Hostile.isRefused(bytes, this::read));
            assertThat(allocated).as("type " + type).isLessThan(4_000_000);
        }
    }

    /** A value of a built-in type that begins with a length of two gigabytes. */
    private static byte[] claimOf(int type) {
        Output output = body();
        output.writeVarInt(type + GraphWriter.FIRST_TYPE, true);
        output.writeVarInt(LENGTH_OF_TWO_GIGABYTES, true);
        output.writeVarInt(LENGTH_OF_TWO_GIGABYTES, true);
        return output.toBytes();
    }

    private static Output body() {
        Output output = new Output(64, -1);
        output.writeByte(GraphWriter.FORMAT);
        output.writeVarInt(0, true);
        return output;
    }

    @Test
    void nestedListsThatEachClaimAllThatRemainsAllocateInProportion() {
        Output output = body();
        for (int i = 0; i < 390; i++) {
            output.writeVarInt(40 + GraphWriter.FIRST_TYPE, true);
            output.writeVarInt(4_000_000, true);
        }
        byte[] bytes = Arrays.copyOf(output.toBytes(), 5_000_000);

        long allocated = Allocation.during(
                () -> assertThat(Hostile.isRefused(bytes, this::read)).isTrue());

        assertThat(allocated).isLessThan(200_000_000);
    }

    @Test
    void nestingWithoutEndIsRefused() {
        Output output = body();
        for (int i = 0; i < 1_000_000; i++) {
            output.writeVarInt(40 + GraphWriter.FIRST_TYPE, true);
            output.writeVarInt(1, true);
        }

        assertThatThrownBy(() -> codec.decode(output.toBytes(), Object.class, 1))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.DAMAGED))
                .hasMessageContaining("nested deeper");
    }

    @Test
    // In a thread of its own, because hashing cannot be interrupted: without the bound this would never end.
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void setsThatTakeForEverToHashAreRefused() {
        byte[] bytes = codec.encode(lattice(ArrayList::new));
        for (int i = 0; i < bytes.length; i++) {
            // In these bytes nothing else is the number of an ArrayList; a HashSet is written in the same way.
            bytes[i] = bytes[i] == 40 + GraphWriter.FIRST_TYPE ? 47 + GraphWriter.FIRST_TYPE : bytes[i];
        }

        assertThat(bytes).hasSizeLessThan(2000);
        assertThatThrownBy(() -> codec.decode(bytes, Set.class, 1)).hasMessageContaining("too long to hash");
        assertThatThrownBy(() -> codec.encode(lattice(HashSet::new)))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageContaining("too long to hash");
    }

    /** Each level holds both of the next. */
    private static Collection<Object> lattice(Supplier<Collection<Object>> fresh) {
        Collection<Object> root = fresh.get();
        Collection<Object> left = root;
        Collection<Object> right = fresh.get();
        for (int i = 0; i < 60; i++) {
            Collection<Object> nextLeft = fresh.get();
            Collection<Object> nextRight = fresh.get();
            nextLeft.add(-1);
            left.add(nextLeft);
            left.add(nextRight);
            right.add(nextLeft);
            right.add(nextRight);
            left = nextLeft;
            right = nextRight;
        }
        return root;
    }

    @Test
    void hashingWhatIsNestedDeeperThanTheStackIsRefused() {
        List<Object> chain = new ArrayList<>();
        List<Object> last = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            chain.add(last);
            List<Object> next = new ArrayList<>();
            next.add(last);
            last = next;
        }
        List<Object> top = new ArrayList<>();
        // In the set before it holds anything, because hashing it later would overflow the stack here too.
        Set<Object> set = new HashSet<>(Set.of(top));
        top.add(last);

        byte[] flat = codec.encode(chain);
        byte[] hashed = codec.encode(List.of(chain, set));

        assertThat(codec.decode(flat, Collection.class, 1).size()).isEqualTo(200_000);
        assertThatThrownBy(() -> codec.decode(hashed, List.class, 1))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("stack");
    }
}
