// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What random saves change. */
final class RandomChanges {

    private final Random random;
    private final List<InstanceKey> keys;
    private int numbers;

    RandomChanges(Random random, List<InstanceKey> keys) {
        this.random = random;
        this.keys = keys;
    }

    Duration ttl() {
        return Duration.ofMinutes(1L + random.nextInt(120));
    }

    AfterSave after() {
        return random.nextInt(3) == 0 ? AfterSave.KEEP : AfterSave.RELEASE;
    }

    InstanceChanges<InstanceValue> any() {
        InstanceChanges.Builder changes = InstanceChanges.builder();
        Map<String, InstanceValue> values = Map.of("v" + random.nextInt(4), InstanceValue.of("n" + ++numbers));
        if (random.nextBoolean()) {
            changes.replaceData(values);
        } else {
            changes.changeData(ValueDelta.putting(values));
        }
        if (random.nextInt(6) == 0) {
            changes.dueAfter(ttl());
        }
        if (random.nextInt(6) == 0) {
            changes.idleTtl(ttl());
        }
        return changes.keys(keyChanges()).build();
    }

    private KeyChanges<InstanceValue> keyChanges() {
        InstanceKey key = key();
        InstanceKey other = key();
        return switch (random.nextInt(6)) {
            case 0 -> KeyChanges.releasing(key);
            case 1 -> KeyChanges.completing(key);
            case 2 ->
                key.equals(other)
                        ? KeyChanges.associating(key)
                        : KeyChanges.<InstanceValue>associating(key).and(KeyChanges.associating(other));
            case 3, 4 -> KeyChanges.associating(key);
            default -> KeyChanges.none();
        };
    }

    private InstanceKey key() {
        return keys.get(random.nextInt(keys.size()));
    }
}
