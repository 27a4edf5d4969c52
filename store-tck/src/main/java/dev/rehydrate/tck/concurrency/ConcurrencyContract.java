// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.farm.Stress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;

/** Many hosts create for one key at the same moment: exactly one instance comes of it. */
public abstract class ConcurrencyContract {

    private static final int THREADS = 16;

    @Stress
    void ofManyWhoCreateAtHomeOfOneKeyExactlyOneDoes(Farm farm) {
        List<Node> nodes = nodes(farm, 4);
        try (Crowd crowd = new Crowd(THREADS)) {
            for (int round = 0; round < farm.scale().rounds(); round++) {
                InstanceKey key = InstanceKey.random();
                InstanceId home = InstanceId.atHomeOf(key);

                List<Optional<Integer>> created = crowd.all(i -> create(nodes.get(i % nodes.size()), home, i, key));

                Integer winner = onlyOne(created);
                assertThat(Sample.numberOf(nodes.get(0).read(home))).isEqualTo(winner);
            }
        }
        assertThat(total(nodes.get(0))).isEqualTo(farm.scale().rounds());
    }

    @Stress
    void ofManyWhoCreateUnderIdsOfTheirOwnForOneKeyExactlyOneDoes(Farm farm) {
        List<Node> nodes = nodes(farm, 4);
        try (Crowd crowd = new Crowd(THREADS)) {
            for (int round = 0; round < farm.scale().rounds(); round++) {
                InstanceKey key = InstanceKey.random();
                List<InstanceId> ids =
                        Stream.generate(InstanceId::random).limit(THREADS).toList();

                List<Optional<Integer>> created =
                        crowd.all(i -> create(nodes.get(i % nodes.size()), ids.get(i), i, key));

                InstanceId winner = ids.get(onlyOne(created));
                assertThat(nodes.get(0)
                                .load(key, LoadMode.authoritative())
                                .snapshotOrThrow()
                                .id())
                        .isEqualTo(winner);
                requireNothingOf(ids, winner, nodes.get(0));
            }
        }
        assertThat(total(nodes.get(0))).isEqualTo(farm.scale().rounds());
    }

    @Stress
    @DisplayName(
            "WF-49 of many who load by one unknown key and suggest ids of their own exactly one creates, and holds")
    void ofManyWhoLoadByAnUnknownKeyExactlyOneCreates(Farm farm) {
        List<Node> nodes = nodes(farm, THREADS);
        try (Crowd crowd = new Crowd(THREADS)) {
            for (int round = 0; round < farm.scale().rounds(); round++) {
                InstanceKey key = InstanceKey.random();
                List<InstanceId> ids =
                        Stream.generate(InstanceId::random).limit(THREADS).toList();

                List<LoadOutcome> loaded =
                        crowd.all(i -> nodes.get(i).load(key, new LoadMode.HoldOrCreate(ids.get(i), Map.of())));

                List<InstanceSnapshot> winners =
                        loaded.stream().flatMap(each -> each.loaded().stream()).toList();
                assertThat(winners).hasSize(1);
                InstanceId winner = winners.get(0).id();
                assertThat(loaded)
                        .filteredOn(LoadOutcome.Held.class::isInstance)
                        .hasSize(THREADS - 1);
                requireNothingOf(ids, winner, nodes.get(0));
            }
        }
        assertThat(total(nodes.get(0))).isEqualTo(farm.scale().rounds());
    }

    @Stress
    void whoseKeysOverlapNeverBlockEachOtherForGood(Farm farm) {
        List<Node> nodes = nodes(farm, 8);
        try (Crowd crowd = new Crowd(8)) {
            for (int round = 0; round < Math.max(1, farm.scale().rounds() / 4); round++) {
                List<InstanceKey> keys =
                        Stream.generate(InstanceKey::random).limit(8).toList();

                List<Optional<Integer>> created = crowd.all(i -> create(
                        nodes.get(i),
                        InstanceId.random(),
                        i,
                        keys.get(i),
                        keys.get((i + 1) % 8),
                        keys.get((i + 2) % 8)));

                List<Integer> winners =
                        created.stream().flatMap(Optional::stream).sorted().toList();
                for (int i = 1; i < winners.size(); i++) {
                    assertThat(winners.get(i) - winners.get(i - 1))
                            .as("neighbours share a key")
                            .isGreaterThan(2);
                }
                requireUsable(nodes.get(0), keys);
            }
        }
    }

    /** A key that no instance got in the end can be associated, and a key that an instance got leads to it. */
    private static void requireUsable(Node node, Collection<InstanceKey> keys) {
        for (InstanceKey key : keys) {
            if (node.load(key, LoadMode.authoritative()).loaded().isEmpty()) {
                node.create(InstanceId.random(), Sample.withKeys(0, key));
            }
        }
    }

    private static Optional<Integer> create(Node node, InstanceId id, int number, InstanceKey... keys) {
        try {
            SaveOutcome outcome = node.run(id, CreateInstance.of(Sample.withKeys(number, keys), AfterSave.RELEASE));
            return outcome.saved().map(receipt -> number);
        } catch (KeyCollisionException lost) {
            return Optional.empty();
        }
    }

    private static Integer onlyOne(List<Optional<Integer>> created) {
        List<Integer> winners = created.stream().flatMap(Optional::stream).toList();
        assertThat(winners).as("who created").hasSize(1);
        return Objects.requireNonNull(winners.get(0));
    }

    private static void requireNothingOf(List<InstanceId> ids, InstanceId winner, Node node) {
        for (InstanceId each : ids) {
            if (!each.equals(winner)) {
                assertThat(node.load(each, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
            }
        }
    }

    private static long total(Node node) {
        return node.query(InstanceQuery.builder().build()).total();
    }

    private static List<Node> nodes(Farm farm, int count) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(farm.node());
        }
        return nodes;
    }
}
