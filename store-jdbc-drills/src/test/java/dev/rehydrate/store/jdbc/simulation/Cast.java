// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The instances and keys of one simulation, few enough for clients to meet.
 *
 * @param lives instances that are completed and created again
 * @param movers instances that further keys move between
 * @param keys these keys
 * @param held instances that are there from the beginning to the end, and written under a hold
 */
record Cast(List<InstanceId> lives, List<InstanceId> movers, List<InstanceKey> keys, List<InstanceId> held) {

    static Cast drawnFrom(SplittableRandom random) {
        return new Cast(
                ids(random, 3),
                ids(random, 2),
                ids(random, 2).stream()
                        .map(id -> new InstanceKey(id.high(), id.low()))
                        .toList(),
                ids(random, 2));
    }

    static List<InstanceId> ids(SplittableRandom random, int count) {
        return Stream.generate(() -> new InstanceId(random.nextLong(), random.nextLong()))
                .limit(count)
                .toList();
    }

    /** {@return all instances with lives that clients share} */
    List<InstanceId> shared() {
        return Stream.concat(lives.stream(), movers.stream()).toList();
    }
}
