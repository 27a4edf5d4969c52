// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.parts;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.codec.kryo.KryoCodec;
import dev.rehydrate.instance.InstanceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What every message and every value costs before a store is asked. */
@State(Scope.Benchmark)
public class SingleParts {

    private static final String WORD = "document";

    private final ValueCodec json = JacksonCodec.builder().build();
    private final ValueCodec kryo =
            KryoCodec.builder().register(100, ArrayList.class).build();
    private final List<String> value = IntStream.range(0, 1024 / WORD.length())
            .mapToObj(i -> WORD)
            .collect(Collectors.toCollection(ArrayList::new));
    private final byte[] asJson = json.encode(value);
    private final byte[] asKryo = kryo.encode(value);

    /** For JMH. */
    public SingleParts() {}

    /** The 128 bits of a business key with two parts. */
    @Benchmark
    public InstanceKey businessKey() {
        return InstanceKey.of("documents", Map.of("tenant", "tenant-1", "document", "INV-2026-000123"));
    }

    /** A value of 1 KB to JSON. */
    @Benchmark
    public byte[] encodeJson() {
        return json.encode(value);
    }

    /** A value of 1 KB from JSON. */
    @Benchmark
    public Object decodeJson() {
        return json.decode(asJson, ArrayList.class, 1);
    }

    /** A value of 1 KB to Kryo. */
    @Benchmark
    public byte[] encodeKryo() {
        return kryo.encode(value);
    }

    /** A value of 1 KB from Kryo. */
    @Benchmark
    public Object decodeKryo() {
        return kryo.decode(asKryo, ArrayList.class, 1);
    }
}
