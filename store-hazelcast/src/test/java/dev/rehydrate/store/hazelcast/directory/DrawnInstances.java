// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.DefinitionVersion;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.StoredValue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Instances that differ in everything that a directory looks at. */
final class DrawnInstances {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final List<OwnerId> OWNERS = List.of(new OwnerId(0, 1), new OwnerId(0, 2));
    static final List<String> HOST_TYPES = List.of("documents", "orders");
    static final List<String> DEFINITIONS = List.of("draft", "final");
    static final List<String> PROMOTED = List.of("rank", "city");

    private static final int RANGE = 4;

    private final Random random;

    DrawnInstances(Random random) {
        this.random = random;
    }

    InstanceRecord drawn(UUID key) {
        Map<String, StoredValue> data = new HashMap<>();
        for (String name : PROMOTED) {
            if (random.nextBoolean()) {
                Object value = name.equals("rank") ? (Object) random.nextInt(RANGE) : "town" + random.nextInt(RANGE);
                data.put(
                        name,
                        new StoredValue(ValueEncoding.simpleTypes().encode(value), Set.of(), PromotedValue.of(value)));
            }
        }
        InstanceHeader header = new InstanceHeader(
                new InstanceId(key.getMostSignificantBits(), key.getLeastSignificantBits()),
                new Revision(1, 1 + random.nextInt(RANGE), 0),
                FencingToken.FIRST,
                any(List.of(InstanceState.values())),
                random.nextBoolean() ? null : any(OWNERS),
                random.nextInt(RANGE) == 0 ? null : any(HOST_TYPES),
                random.nextInt(RANGE) == 0
                        ? null
                        : new DefinitionIdentity(any(DEFINITIONS), DefinitionVersion.parse("1.0"), null),
                random.nextInt(RANGE) == 0 ? new Suspension("by a person", null, NOW, false) : null,
                random.nextBoolean() ? null : NOW.plusSeconds(random.nextInt(RANGE) - 1),
                NOW,
                NOW,
                null);
        return new InstanceRecord(header, null, Map.of(), data, Map.of());
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
