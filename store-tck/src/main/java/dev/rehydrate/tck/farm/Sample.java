// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The data of the kit's instances: mostly a single number. */
public final class Sample {

    private static final String NUMBER = "number";

    private Sample() {}

    /** Changes that make the data one number. */
    public static InstanceChanges<InstanceValue> number(int number) {
        return numbered(number).build();
    }

    /** The same, to be added to. */
    public static InstanceChanges.Builder numbered(int number) {
        return InstanceChanges.builder().replaceData(Map.of(NUMBER, InstanceValue.of(number)));
    }

    /** The number of an instance that has one. */
    public static int numberOf(InstanceSnapshot snapshot) {
        return Objects.requireNonNull(snapshot.data().get(NUMBER, Integer.class));
    }

    /** Changes that make the data one number, and associate keys. */
    public static InstanceChanges<InstanceValue> withKeys(int number, InstanceKey... keys) {
        return numbered(number).keys(associating(keys)).build();
    }

    /** Changes that associate keys without anything stored with them. */
    public static KeyChanges<InstanceValue> associating(InstanceKey... keys) {
        Map<InstanceKey, Map<String, InstanceValue>> associate = new HashMap<>();
        for (InstanceKey key : keys) {
            associate.put(key, Map.of());
        }
        return KeyChanges.associating(associate);
    }
}
