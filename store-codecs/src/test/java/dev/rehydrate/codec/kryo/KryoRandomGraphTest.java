// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.check.Hostile;
import dev.rehydrate.codec.check.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random graphs, written with one version of the classes and read with another. */
class KryoRandomGraphTest {

    static final class Node1 {
        String name = "";
        Object left = "";
        Object removed = "";
        List<Object> more = new ArrayList<>();
        Object right = "";
    }

    static final class Node2 {
        Object right = "";
        String added = "default";
        List<Object> more = new ArrayList<>();
        Object left = "";
        String name = "";
    }

    private final KryoCodec before =
            KryoCodec.builder().register(1, Node1.class).build();
    private final KryoCodec after = KryoCodec.builder().register(1, Node2.class).build();

    @Test
    void everyGraphComesBackAsItWas() {
        Seed.times(300, random -> {
            List<Node1> nodes = graph(random);

            List<?> read = before.decode(before.encode(nodes), List.class, 1);

            new Comparison(true).same(nodes, read);
        });
    }

    @Test
    void everyGraphIsReadByTheNextVersion() {
        Seed.times(300, random -> {
            List<Node1> nodes = graph(random);

            List<?> read = after.decode(before.encode(nodes), List.class, 0);

            new Comparison(false).same(nodes, read);
        });
    }

    @Test
    void damagedGraphsAreReadOrRefused() {
        Seed.times(300, random -> {
            byte[] bytes = before.encode(graph(random));
            for (int i = 0; i < 50; i++) {
                byte[] damaged = bytes.clone();
                for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                Hostile.isRefused(damaged, given -> after.decode(given, Object.class, 1));
            }
        });
    }

    private static List<Node1> graph(Random random) {
        List<Node1> nodes = new ArrayList<>();
        int size = 1 + random.nextInt(12);
        for (int i = 0; i < size; i++) {
            nodes.add(new Node1());
        }
        for (Node1 node : nodes) {
            node.name = "node " + random.nextInt(5);
            node.left = anything(nodes, random, 0);
            node.removed = anything(nodes, random, 0);
            node.right = anything(nodes, random, 0);
            for (int more = random.nextInt(3); more > 0; more--) {
                node.more.add(anything(nodes, random, 0));
            }
        }
        return nodes;
    }

    private static Object anything(List<Node1> nodes, Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 4 : 6)) {
            case 0 -> random.nextInt();
            case 1 -> "text " + random.nextInt(10);
            case 2, 3 -> nodes.get(random.nextInt(nodes.size()));
            case 4 -> List.of(anything(nodes, random, depth + 1), anything(nodes, random, depth + 1));
            default -> new ArrayList<>(Collections.singletonList(anything(nodes, random, depth + 1)));
        };
    }

    /** Walks two graphs side by side; objects that are one here must be one there. */
    private record Comparison(boolean withRemoved, Map<Object, Object> seen) {

        Comparison(boolean withRemoved) {
            this(withRemoved, new IdentityHashMap<>());
        }

        void same(Object written, Object read) {
            if (written instanceof String || written instanceof Integer) {
                assertThat(read).isEqualTo(written);
            } else if (seen.containsKey(written)) {
                assertThat(read).isSameAs(seen.get(written));
            } else {
                seen.put(written, read);
                sameContent(written, read);
            }
        }

        private void sameContent(Object written, Object read) {
            if (written instanceof List<?> list) {
                assertThat(((List<?>) read).size()).isEqualTo(list.size());
                for (int i = 0; i < list.size(); i++) {
                    same(list.get(i), ((List<?>) read).get(i));
                }
            } else if (withRemoved) {
                sameNode((Node1) written, (Node1) read);
            } else {
                sameNode((Node1) written, (Node2) read);
            }
        }

        private void sameNode(Node1 written, Node1 read) {
            same(written.name, read.name);
            same(written.right, read.right);
            same(written.removed, read.removed);
            same(written.left, read.left);
            same(written.more, read.more);
        }

        private void sameNode(Node1 written, Node2 read) {
            same(written.name, read.name);
            same(written.right, read.right);
            same(written.left, read.left);
            same(written.more, read.more);
            assertThat(read.added).isEqualTo("default");
        }
    }
}
