// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
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
    private static final int LIVES = 6;
    private static final int KEPT = 2;
    private static final int MOVERS = 4;
    private static final int KEYS = 3;
    private static final int DISPUTED = 24;

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

    /** {@return instances that all nodes complete and create again} */
    List<InstanceId> lives() {
        return ids("life", LIVES);
    }

    /** {@return instances that one node completes, keeps, removes and creates again} */
    List<InstanceId> kept(String node) {
        return ids("kept " + node, KEPT);
    }

    /** {@return instances that a node runs when they are due, if nodes have timers} */
    List<InstanceId> timers(String node) {
        return TimerLane.isAsked() ? ids("timer " + node, PRIVATE) : List.of();
    }

    /** {@return instances that a node suspends, resumes and touches, if nodes have timers} */
    List<InstanceId> controlled(String node) {
        return TimerLane.isAsked() ? ids("controlled " + node, PRIVATE) : List.of();
    }

    /** {@return instances that a node takes and gives back in every way, if nodes have timers} */
    List<InstanceId> released(String node) {
        return TimerLane.isAsked() ? ids("released " + node, PRIVATE) : List.of();
    }

    /** {@return instances that further keys move between} */
    List<InstanceId> movers() {
        return ids("mover", MOVERS);
    }

    /** {@return the further keys that move} */
    List<InstanceKey> keys() {
        return ids("key", KEYS).stream()
                .map(id -> new InstanceKey(id.high(), id.low()))
                .toList();
    }

    /** {@return instances that a member is to change while it is cut off and does not know it yet} */
    List<InstanceId> disputed() {
        return ids("disputed", DISPUTED);
    }

    /** {@return all instances that are completed, or whose further keys move} */
    List<InstanceId> living() {
        return Stream.of(
                        lives(),
                        movers(),
                        disputed(),
                        nodes.stream().flatMap(node -> kept(node).stream()).toList())
                .flatMap(List::stream)
                .toList();
    }

    /** {@return all instances of the round that are there from the beginning to the end} */
    List<InstanceId> all() {
        Stream<InstanceId> own = nodes.stream()
                .flatMap(node -> Stream.of(blind(node), vaults(node), timers(node), released(node))
                        .flatMap(List::stream));
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
