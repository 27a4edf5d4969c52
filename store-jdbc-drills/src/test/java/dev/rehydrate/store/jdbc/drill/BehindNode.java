// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.WriteBehind;
import dev.rehydrate.store.hazelcast.drill.NodeProgram;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.time.Duration;
import java.util.List;

/** One process with a member that writes behind, and callers. */
final class BehindNode extends NodeProgram {

    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HazelcastInstanceStore store;
    private final HazelcastInstance member;
    private volatile boolean merging;

    private BehindNode(String name, HazelcastInstanceStore store) {
        super(name, store);
        this.store = store;
        this.member = Hazelcast.getAllHazelcastInstances().iterator().next();
        member.getLifecycleService().addLifecycleListener(event -> look(event.getState()));
    }

    /** A member is among the others long before they have all of its slots. */
    private void look(LifecycleState state) {
        if (state == LifecycleState.MERGING || state == LifecycleState.MERGED) {
            merging = state == LifecycleState.MERGING;
        }
    }

    private static HazelcastInstanceStore open() {
        return WriteBehind.start(HazelcastStoreOptions.load().build(), database(), DELAY);
    }

    private static JdbcStoreOptions database() {
        return JdbcStoreOptions.of(System.getProperty(JdbcNode.URL), PostgresServer.USER, "");
    }

    /**
     * Runs a node.
     *
     * @param arguments its name
     */
    public static void main(String[] arguments) {
        run(() -> new BehindNode(arguments[0], open()));
    }

    @Override
    protected String answer(List<String> words) throws InterruptedException {
        return switch (words.get(0)) {
            case "members" -> String.valueOf(member.getCluster().getMembers().size());
            case "safe" ->
                String.valueOf(!merging && member.getPartitionService().isClusterSafe());
            case "flush" -> {
                store.flush(PATIENCE);
                yield "done";
            }
            case "astray" -> {
                store.flush(PATIENCE);
                yield String.join("; ", RowsAstray.of(member, database()));
            }
            default -> super.answer(words);
        };
    }
}
