// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import com.hazelcast.client.HazelcastClientNotActiveException;
import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.PartitionReplica;
import com.hazelcast.internal.services.ManagedService;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.topic.ITopic;
import dev.rehydrate.slot.Growth;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.time.TimeSource;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what would fill the heap of a member, on the member that decides. The engine makes it, as a service of its own.
 * Members tell each other by a topic when they are full.
 */
public final class HeapGuard implements ManagedService {

    static final String CONTEXT_KEY = "dev.rehydrate.heap";

    private static final String SERVICE = "rehydrate.heap";
    private static final String LIMIT = "dev.rehydrate.heap-limit";
    private static final String TOPIC = "rehydrate.full-members";
    private static final String NO_PAYLOAD = "!";

    private final @Nullable HeapWatch given;
    private @Nullable HeapWatch watch;
    private @Nullable NodeEngine engine;
    private int backups;

    /** Made by the engine, by name. */
    public HeapGuard() {
        this(null);
    }

    /** With a heap that is not that of this process. */
    public HeapGuard(@Nullable HeapWatch given) {
        this.given = given;
    }

    /**
     * Lets the members of a configuration watch their heap.
     *
     * @param config the configuration
     * @param limit from how many percent on they are full; empty for never, and then they heed other members that are
     */
    public static void watchIn(Config config, OptionalInt limit) {
        config.setProperty(LIMIT, String.valueOf(limit.orElse(HeapGauge.NEVER)));
        ConfigAccessor.getServicesConfig(config)
                .addServiceConfig(
                        new ServiceConfig().setEnabled(true).setName(SERVICE).setClassName(HeapGuard.class.getName()));
    }

    private static @Nullable HeapGuard of(@Nullable HazelcastInstance member) {
        try {
            return member == null ? null : (HeapGuard) member.getUserContext().get(CONTEXT_KEY);
        } catch (HazelcastInstanceNotActiveException | HazelcastClientNotActiveException stopped) {
            return null;
        }
    }

    /** Tells how full the member of this process is, in percent; -1 if it is not known, as on clients. */
    public static int percent(HazelcastInstance hazelcast) {
        HeapGuard guard = of(hazelcast);
        return guard == null ? -1 : guard.present().percent();
    }

    /** What health says of the heap of the member of this process, or null if all is well. */
    public static @Nullable String healthIssue(HazelcastInstance hazelcast) {
        HeapGuard guard = of(hazelcast);
        return guard == null ? null : guard.present().healthIssue();
    }

    /** Says why a change may not be made here, or null if it may; touches nothing but this member. */
    public static @Nullable String refusal(@Nullable HazelcastInstance member, UUID slot, Growth growth) {
        HeapGuard guard = of(member);
        return guard == null || growth.isNone() ? null : guard.refusal(slot, growth);
    }

    /** Notes that a change was made here, or a copy of one was kept. To be called when nothing can keep it from being stored any more. */
    public static void kept(@Nullable HazelcastInstance member, Growth growth) {
        HeapGuard guard = of(member);
        if (guard != null) {
            guard.present().added(growth);
        }
    }

    private @Nullable String refusal(UUID slot, Growth growth) {
        HeapWatch present = present();
        String why = present.refusal(growth);
        if (why != null || !present.hasFullOthers()) {
            return why;
        }
        NodeEngine own = Objects.requireNonNull(engine);
        int number = own.getPartitionService().getPartitionId(slot);
        InternalPartition partition =
                (InternalPartition) own.getPartitionService().getPartition(number, false);
        for (int place = 1; place <= backups && why == null; place++) {
            PartitionReplica backup = partition.getReplica(place);
            why = backup == null ? null : present.refusalOf(backup.uuid(), growth);
        }
        return why;
    }

    private HeapWatch present() {
        return Objects.requireNonNull(watch);
    }

    @Override
    public void init(NodeEngine nodeEngine, Properties properties) {
        engine = nodeEngine;
        backups = nodeEngine.getConfig().findMapConfig(MapNames.SLOTS).getBackupCount();
        watch = given == null ? ofThisProcess(nodeEngine) : given;
        HazelcastInstance member = nodeEngine.getHazelcastInstance();
        member.getUserContext().put(CONTEXT_KEY, this);
        member.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.STARTED) {
                start(member);
            }
        });
    }

    private static HeapWatch ofThisProcess(NodeEngine engine) {
        int limit = Integer.parseInt(engine.getConfig().getProperty(LIMIT));
        String name = engine.getThisAddress().getHost() + ":"
                + engine.getThisAddress().getPort();
        return new HeapWatch(name, new JvmHeap(), limit, TimeSource.system());
    }

    private void start(HazelcastInstance member) {
        ITopic<String> news = member.getTopic(TOPIC);
        news.addMessageListener(message -> {
            String said = message.getMessageObject();
            boolean forPayload = said.startsWith(NO_PAYLOAD);
            present()
                    .heard(
                            message.getPublishingMember().getUuid(),
                            new HeapWatch.FullMember(forPayload, forPayload ? said.substring(1) : said, 0));
        });
        present().start(full -> {
            var unused = news.publishAsync((full.forPayload() ? NO_PAYLOAD : "") + full.why());
        });
    }

    @Override
    public void reset() {
        // What others have said is forgotten by itself.
    }

    @Override
    public void shutdown(boolean terminate) {
        present().close();
    }
}
