// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.SlotAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Which keys of an instance are further keys, which need a claim in a slot of their own. */
public final class FurtherKeys {

    private FurtherKeys() {}

    /** The keys that need a claim: the home key has none. In one order everywhere, so that a fault can be met again. */
    public static List<InstanceKey> of(InstanceId instance, Collection<InstanceKey> keys) {
        return keys.isEmpty()
                ? List.of()
                : keys.stream()
                        .filter(key -> !instance.isHomeOf(key))
                        .sorted(Comparator.comparing(SlotAddress::of))
                        .toList();
    }
}
