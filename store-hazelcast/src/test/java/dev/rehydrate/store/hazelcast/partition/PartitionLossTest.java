// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.impl.MemberImpl;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.cluster.ClusterService;
import com.hazelcast.internal.partition.IPartitionService;
import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.MigrationEndpoint;
import com.hazelcast.internal.partition.PartitionLostEventImpl;
import com.hazelcast.internal.partition.PartitionMigrationEvent;
import com.hazelcast.internal.partition.PartitionReplica;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.executionservice.ExecutionService;
import com.hazelcast.version.MemberVersion;
import dev.rehydrate.time.TimeSource;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a member goes on that cannot mark a loss in the partition, with an engine of which there is only what it asks. */
class PartitionLossTest {

    private static final int PARTITION = 3;
    private static final int ALL_COPIES = 6;

    private final List<Object> marked = new ArrayList<>();
    private final Deque<Runnable> scheduled = new ArrayDeque<>();
    private Throwable failure;
    private Throwable notScheduled;
    private MemberImpl owner;
    private CompletableFuture<Object> answer = CompletableFuture.completedFuture(null);

    private final ConcurrentHashMap<String, Object> context =
            new ConcurrentHashMap<>(Map.of(ClusterClock.CONTEXT_KEY, new ClusterClock(TimeSource.system())));

    private static <T> T fake(Class<T> face, BiFunction<String, Object[], Object> answers) {
        return face.cast(Proxy.newProxyInstance(
                PartitionLossTest.class.getClassLoader(), new Class<?>[] {face}, (proxy, method, arguments) -> {
                    Object answer = answers.apply(method.getName(), arguments);
                    if (answer instanceof Throwable thrown) {
                        throw thrown;
                    }
                    return answer;
                }));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is what the caller gets
    private Object setAsync(Object key) {
        if (failure != null) {
            return failure;
        }
        marked.add(key);
        return answer;
    }

    private final HazelcastInstance member = member();

    private HazelcastInstance member() {
        IMap<?, ?> marks = fake(IMap.class, (name, arguments) -> setAsync(arguments[0]));
        Partition partition = fake(Partition.class, (name, arguments) -> PARTITION);
        PartitionService partitions = fake(PartitionService.class, (name, arguments) -> partition);
        return fake(HazelcastInstance.class, (name, arguments) -> switch (name) {
            case "getMap" -> marks;
            case "getUserContext" -> context;
            default -> partitions;
        });
    }

    private PartitionLoss watching() {
        ExecutionService timers = fake(ExecutionService.class, (name, arguments) -> {
            if (notScheduled != null) {
                return notScheduled;
            }
            scheduled.add((Runnable) arguments[0]);
            return null;
        });
        InternalPartition place = fake(
                InternalPartition.class,
                (name, arguments) ->
                        new PartitionReplica(Address.createUnresolvedAddress("here", 1), UUID.randomUUID()));
        IPartitionService places = fake(IPartitionService.class, (name, arguments) -> place);
        ClusterService cluster = fake(ClusterService.class, (name, arguments) -> owner);
        NodeEngine engine = fake(NodeEngine.class, (name, arguments) -> switch (name) {
            case "getHazelcastInstance" -> member;
            case "getConfig" -> new Config();
            case "getExecutionService" -> timers;
            case "getPartitionService" -> places;
            case "getClusterService" -> cluster;
            case "getService" -> new NoMarks();
            default -> true;
        });
        PartitionLoss loss = new PartitionLoss();
        loss.init(engine, new Properties());
        return loss;
    }

    /** The marks in the partition would be asked. */
    private static final class NoMarks extends IllegalStateException {
        private static final long serialVersionUID = 1;
    }

    /** {@return whether a command on what is absent fails here} */
    private boolean isKnownHere() {
        try {
            return PartitionLoss.among(IntStream.of(PARTITION), member).partitions() == 1;
        } catch (NoMarks asked) {
            return false;
        }
    }

    private static PartitionMigrationEvent promotion(int from) {
        return new PartitionMigrationEvent(MigrationEndpoint.DESTINATION, PARTITION, from, 0, UUID.randomUUID());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMarkThatIsRefusedAtOnceIsTriedAgain(boolean error) {
        failure = error ? new InternalError("for the test") : new IllegalStateException("for the test");

        watching().onPartitionLost(new PartitionLostEventImpl(PARTITION, ALL_COPIES, null));

        scheduled.remove().run();
        assertThat(marked).isEmpty();
        failure = null;
        scheduled.remove().run();
        assertThat(marked).hasSize(1);
        assertThat(scheduled).isEmpty();
    }

    @Test
    void aMarkIsMadeOnce() {
        watching().onPartitionLost(new PartitionLostEventImpl(PARTITION, ALL_COPIES, null));

        assertThat(marked).hasSize(1);
        assertThat(scheduled).isEmpty();
    }

    /** As the engine's own executor, which makes a thread for each answer where there are few processors. */
    private static final class WithoutThreads extends CompletableFuture<Object> {

        @Override
        public Executor defaultExecutor() {
            return task -> {
                throw new InternalError("unable to create native thread, on purpose");
            };
        }
    }

    @Test
    void aMarkThatFailsIsTriedAgainAlsoWhereNoThreadCanBeMade() {
        answer = new WithoutThreads();
        watching().onPartitionLost(new PartitionLostEventImpl(PARTITION, ALL_COPIES, null));

        answer.completeExceptionally(new IllegalStateException("for the test"));

        assertThat(scheduled).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMarkForWhichThereIsNoTimerIsTriedAgainWithTheNextLook(boolean moves) {
        PartitionLoss loss = watching();
        failure = new InternalError("for the test");
        notScheduled = failure;
        loss.onPartitionLost(new PartitionLostEventImpl(PARTITION, ALL_COPIES, null));
        assertThat(isKnownHere()).isTrue();
        assertThat(marked).isEmpty();

        failure = null;
        if (moves) {
            loss.commitMigration(
                    new PartitionMigrationEvent(MigrationEndpoint.SOURCE, PARTITION, 0, 1, UUID.randomUUID()));
        } else {
            assertThat(isKnownHere()).isTrue();
        }

        assertThat(marked).hasSize(1);
        assertThat(isKnownHere()).as("the partition itself says it now").isFalse();
        assertThat(marked).hasSize(1);
    }

    @Test
    void aMemberThatHasLeftItsFarmDoesNotMarkWhatThereWasNoTimerFor() {
        PartitionLoss loss = watching();
        failure = new InternalError("for the test");
        notScheduled = failure;
        loss.onPartitionLost(new PartitionLostEventImpl(PARTITION, ALL_COPIES, null));

        loss.reset();
        failure = null;
        loss.commitMigration(promotion(1));

        assertThat(marked).isEmpty();
    }

    /** Commands run before the engine tells that the partition is lost. */
    @Test
    void aMemberThatBecomesOwnerWithoutDataKnowsItAtOnce() {
        PartitionLoss loss = watching();

        loss.beforeMigration(promotion(2));
        assertThat(isKnownHere()).isTrue();

        loss.rollbackMigration(promotion(2));
        assertThat(isKnownHere()).isFalse();
    }

    @Test
    void nothingIsLostWhereABackupBecomesOwnerOrTheOwnerLives() {
        PartitionLoss loss = watching();

        loss.beforeMigration(promotion(1));
        assertThat(isKnownHere()).isFalse();

        owner = new MemberImpl.Builder(Address.createUnresolvedAddress("there", 1))
                .version(MemberVersion.UNKNOWN)
                .build();
        loss.beforeMigration(promotion(2));
        assertThat(isKnownHere()).isFalse();
    }
}
