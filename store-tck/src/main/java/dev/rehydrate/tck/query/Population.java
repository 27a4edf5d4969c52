// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Instances of all kinds, for queries. */
final class Population {

    static final List<String> NAMES = List.of("n", "tag", "mixed");
    static final List<String> DEFINITIONS = List.of("letter", "order");
    private static final int DISTINCT = 6;
    private static final int NANOS = 1_000_000;

    private final Random random;
    private final Farm farm;
    private final Instant begin;
    private final List<Node> nodes;

    Population(Farm farm, Random random) {
        this.random = random;
        this.farm = farm;
        this.begin = farm.now();
        this.nodes = List.of(
                farm.node(OwnerDescription.ofType("documents").completingBy(CompletionAction.KEEP)),
                farm.node(OwnerDescription.ofType("orders").completingBy(CompletionAction.KEEP)),
                farm.node(OwnerDescription.anonymous().completingBy(CompletionAction.KEEP)));
    }

    Node anyNode() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    /** Adds an instance in any state. */
    void add() {
        Node node = anyNode();
        InstanceId id = InstanceId.random();
        switch (random.nextInt(DISTINCT)) {
            case 0 -> node.load(id, LoadMode.holdOrCreate());
            case 1 -> node.createHeld(id, changes());
            case 2 -> {
                node.create(id, changes());
                node.run(id, SuspendInstance.because("x"));
            }
            case 3 -> {
                node.create(id, changes());
                node.complete(id);
            }
            default -> node.create(id, changes());
        }
        farm.advance(Duration.ofMillis(random.nextInt(3)));
    }

    private InstanceChanges<InstanceValue> changes() {
        Map<String, Object> values = new HashMap<>();
        for (String name : NAMES) {
            if (random.nextInt(4) > 0) {
                values.put(name, value(name));
            }
        }
        Map<String, InstanceValue> data = new HashMap<>();
        values.forEach((name, value) -> data.put(name, InstanceValue.of(value).with(InstanceValue.Option.PROMOTED)));
        InstanceChanges.Builder changes = InstanceChanges.builder().replaceData(data);
        if (random.nextBoolean()) {
            changes.dueAt(moment().plus(Duration.ofDays(1)));
        }
        if (random.nextBoolean()) {
            changes.definition(DefinitionIdentity.of(DEFINITIONS.get(random.nextInt(DEFINITIONS.size())), "1"));
        }
        return changes.build();
    }

    /** A value as it may be promoted under a name, and may be compared with it. */
    Object value(String name) {
        return switch (name) {
            case "n" -> random.nextInt(DISTINCT);
            case "tag" -> "tag " + random.nextInt(DISTINCT);
            default -> random.nextBoolean() ? (Object) random.nextBoolean() : (Object) ("" + random.nextInt(2));
        };
    }

    /** A moment near those at which things happen here. */
    Instant moment() {
        return begin.plusMillis(random.nextInt(40)).plusNanos(random.nextInt(NANOS));
    }
}
