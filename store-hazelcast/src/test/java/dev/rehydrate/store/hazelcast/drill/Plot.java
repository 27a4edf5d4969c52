// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.instance.InstanceId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The instances of one round: every node knows them by the same ids without being told.
 *
 * @param round the number of the round
 * @param nodes the names of all nodes
 */
record Plot(int round, List<String> nodes) {

    private static final int SHARED = 12;
    private static final int PRIVATE = 4;

    /** {@return instances that all nodes write without a hold, each if it is unchanged} */
    List<InstanceId> free() {
        return ids("free", SHARED);
    }

    /** {@return instances that all nodes write while they hold them} */
    List<InstanceId> held() {
        return ids("held", SHARED);
    }

    /** {@return instances that one node writes and no other, expecting nothing} */
    List<InstanceId> blind(String node) {
        return ids("blind " + node, PRIVATE);
    }

    /** {@return instances that a node holds from the beginning to the end} */
    List<InstanceId> vaults(String node) {
        return ids("vault " + node, PRIVATE);
    }

    /** {@return all instances of the round} */
    List<InstanceId> all() {
        Stream<InstanceId> own =
                nodes.stream().flatMap(node -> Stream.concat(blind(node).stream(), vaults(node).stream()));
        return Stream.concat(Stream.concat(free().stream(), held().stream()), own)
                .toList();
    }

    private List<InstanceId> ids(String kind, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> round + " " + kind + " " + number)
                .map(name -> InstanceId.of(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))))
                .toList();
    }
}
