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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One process with a member that writes behind, and callers. */
final class BehindNode extends NodeProgram {

    /** The system property that lets operators act on instances, and import some, under load. */
    static final String OPERATED = "drill.operated";

    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HazelcastInstanceStore store;
    private final HazelcastInstance member;
    private volatile boolean merging;
    private @Nullable OperatorLog operated;
    private @Nullable OperatorLoad operators;

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

    /** Beside the lanes, if that is asked for. */
    private void operate() {
        OperatorLog log = operated;
        if (log != null && Boolean.getBoolean(OPERATED)) {
            operators = new OperatorLoad(store, new OperatedWorkflow(log.directory()), log, log.name());
        }
    }

    private void endOperators() throws InterruptedException {
        if (operators != null) {
            operators.end();
            operators = null;
        }
    }

    @Override
    protected String answer(List<String> words) throws InterruptedException {
        return switch (words.get(0)) {
            case "round" -> {
                Path file = Path.of(words.get(2));
                operated = new OperatorLog(
                        file.toAbsolutePath().getParent(), file.getFileName().toString());
                yield super.answer(words);
            }
            case "load" -> {
                operate();
                yield super.answer(words);
            }
            case "close" -> {
                endOperators();
                yield super.answer(words);
            }
            case "operated" ->
                String.join("; ", Objects.requireNonNull(operated).astray(store));
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
