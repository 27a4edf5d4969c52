// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.DefinitionVersion;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Draws small things at random, extremes more often than chance would have it. The same seed draws the same. */
final class Draw {

    private static final List<Long> ORIGINS = List.of(0x8000L, -1L, 0xABCDEF0123458FEDL);

    private static final long[] EXTREMES = {0, 1, -1, 127, 128, 16_383, 16_384, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final String[] TEXTS = {"", " ", "a", "größe", "\uD83D\uDE80 rocket", "\uD800", "?", "x\uDC00y", "\0"
    };

    private final Random random;

    Draw(long seed) {
        // Neighbouring seeds begin alike: without this, some things would never be drawn first.
        random = new Random(seed * 0x9E3779B97F4A7C15L);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean yes() {
        return random.nextBoolean();
    }

    long number() {
        return yes() ? EXTREMES[below(EXTREMES.length)] : random.nextLong() >> below(Long.SIZE);
    }

    long positive() {
        return Math.max(1, number());
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    String text() {
        return yes() ? TEXTS[below(TEXTS.length)] : "text-" + random.nextInt();
    }

    /** A text that is not blank. */
    String name() {
        String text = text();
        return text.isBlank() ? word() : text;
    }

    String word() {
        return "word-" + below(1000);
    }

    Instant instant() {
        return switch (below(6)) {
            case 0 -> Instant.MIN;
            case 1 -> Instant.MAX;
            case 2 -> Instant.EPOCH;
            case 3 -> Instant.ofEpochSecond(-below(1_000_000), below(1_000_000_000));
            default -> Instant.ofEpochSecond(1_700_000_000L + below(1_000_000_000), below(1_000_000_000));
        };
    }

    Duration duration() {
        return switch (below(4)) {
            case 0 -> Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
            case 1 -> Duration.ofSeconds(Long.MIN_VALUE);
            case 2 -> Duration.ofNanos(number());
            default -> Duration.ofMillis(below(1_000_000));
        };
    }

    Duration positiveDuration() {
        return yes() ? Duration.ofSeconds(positive(), below(1_000_000_000)) : Duration.ofNanos(1);
    }

    <T> T orNull(Supplier<T> thing) {
        return yes() ? thing.get() : null;
    }

    <T> T oneOf(List<T> things) {
        return things.get(below(things.size()));
    }

    <E extends Enum<E>> E oneOf(Class<E> type) {
        return oneOf(List.of(type.getEnumConstants()));
    }

    <T> List<T> some(Supplier<T> thing) {
        List<T> things = new ArrayList<>();
        for (int i = below(4); i > 0; i--) {
            things.add(thing.get());
        }
        return things;
    }

    <T> Set<T> set(Supplier<T> thing) {
        return Set.copyOf(some(thing));
    }

    <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
        Map<K, V> map = new HashMap<>();
        for (K drawn : some(key)) {
            map.put(drawn, value.get());
        }
        return map;
    }

    InstanceId instance() {
        return new InstanceId(number(), random.nextLong() | 1);
    }

    InstanceKey key() {
        return new InstanceKey(number(), random.nextLong() | 1);
    }

    OwnerId owner() {
        return new OwnerId(number(), number());
    }

    CommandId command() {
        return yes()
                ? new CommandId(number(), number())
                : CommandId.at(oneOf(ORIGINS), below(CommandId.LANES), below(1 << 20));
    }

    FencingToken token() {
        return new FencingToken(positive());
    }

    Revision revision() {
        return new Revision(Math.max(0, number()), positive(), yes() ? 0 : (int) number());
    }

    Hold hold() {
        return new Hold(number(), token());
    }

    DefinitionIdentity definition() {
        DefinitionVersion version = yes()
                ? new DefinitionVersion(below(9), below(300), below(70_000), Integer.MAX_VALUE)
                : DefinitionVersion.parse("v" + below(70_000) + "-größe");
        return new DefinitionIdentity(word(), version, orNull(this::text));
    }

    DefinitionFilter filter() {
        return new DefinitionFilter(oneOf(DefinitionFilter.Match.class), set(this::definition), yes());
    }
}
