// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.ExecutorConfig;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.log.QuietEngineLog;
import dev.rehydrate.store.hazelcast.majority.ClusterQuorum;
import dev.rehydrate.store.hazelcast.majority.MergingMember;
import dev.rehydrate.store.hazelcast.partition.PartitionLoss;
import dev.rehydrate.store.hazelcast.stored.AllowedTypes;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.NamedClassGuard;
import dev.rehydrate.store.hazelcast.stored.OtherTypesRefused;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;

/** What a cluster must be told so that it can keep slots. */
public final class ClusterConfig {

    /** Whether members say that they do not know whether the backups have a change. */
    static final String MEMBERS_DOUBT = "hazelcast.operation.fail.on.indeterminate.state";
    /** Whether clients do. */
    static final String CLIENTS_DOUBT = "hazelcast.client.operation.fail.on.indeterminate.state";

    private static final int QUESTIONS_AT_ONCE = 2;
    /** Each keeps a processor busy for seconds if the farm is large. */
    private static final int LONG_ONES_AT_ONCE = 1;

    /** Callers that wait for the database, also those who have given up since: they take a thread, and share one write. */
    private static final int FLUSHES_AT_ONCE = 16;

    private ClusterConfig() {}

    /** A member of its own: joins the members that are named and no others, and does not announce itself. */
    public static Config member(HazelcastStoreOptions options) {
        // First: some classes of the engine make a logger before they see a configuration.
        QuietEngineLog.type();
        Config config = new Config().setClusterName(options.clusterName());
        config.setClassLoader(new NamedClassGuard(ClusterConfig.class.getClassLoader()));
        config.getSerializationConfig().setGlobalSerializerConfig(OtherTypesRefused.onMembers());
        OwnNetwork.of(config, options);
        prepare(config, options);
        return config;
    }

    /** A client of its own: connects to the members that are named and to no others. */
    public static ClientConfig client(HazelcastStoreOptions options) {
        // First: some classes of the engine make a logger before they see a configuration.
        QuietEngineLog.type();
        ClientConfig config = new ClientConfig().setClusterName(options.clusterName());
        config.setClassLoader(new NamedClassGuard(ClusterConfig.class.getClassLoader()));
        config.getSerializationConfig().setGlobalSerializerConfig(OtherTypesRefused.onClients());
        OwnNetwork.of(config, options);
        prepare(config, options);
        return config;
    }

    /**
     * Adds what slots need to a member's configuration, and changes nothing else of it.
     *
     * @throws IllegalArgumentException if it has something that slots cannot live with; it is then as it was
     */
    public static void prepare(Config config, HazelcastStoreOptions options) {
        boolean majorityOnly = options.durability() == Durability.PROTECTED;
        ForeignConfig.requireUsable(config, majorityOnly);
        addFormats(config.getSerializationConfig());
        config.addMapConfig(SlotMaps.slots(options))
                .addMapConfig(SlotMaps.owners(options))
                .addMapConfig(SlotMaps.sweepers())
                .addMapConfig(SlotMaps.lost(options))
                .addMapConfig(SlotMaps.copies(options))
                .addExecutorConfig(questions(MapNames.QUICK_QUESTIONS))
                .addExecutorConfig(questions(MapNames.PAGE_QUESTIONS))
                .addExecutorConfig(questions(MapNames.LONG_QUESTIONS).setPoolSize(LONG_ONES_AT_ONCE));
        InstanceDirectory.keepIn(config);
        PartitionLoss.watchIn(config, options.afterLoss() == HazelcastStoreOptions.AfterLoss.CONTINUE);
        HeapGuard.watchIn(config, options.heapLimit());
        FarmSettings.addTo(config, options);
        if (options.durability() == Durability.WRITE_BEHIND) {
            config.addMapConfig(SlotMaps.written(options))
                    .addExecutorConfig(questions(MapNames.FLUSHES).setPoolSize(FLUSHES_AT_ONCE));
        }
        if (majorityOnly) {
            config.addSplitBrainProtectionConfig(majority(options.farmSize()))
                    .addListenerConfig(new ListenerConfig(MergingMember.class.getName()));
        }
        memberProperties(majorityOnly).forEach((name, value) -> {
            if (config.getProperty(name) == null) {
                config.setProperty(name, value);
            }
        });
    }

    /**
     * Adds what slots need to a client's configuration, and changes nothing else of it.
     *
     * @throws IllegalArgumentException if it has something that slots cannot live with; it is then as it was
     */
    public static void prepare(ClientConfig config, HazelcastStoreOptions options) {
        boolean majorityOnly = options.durability() == Durability.PROTECTED;
        ForeignConfig.requireUsable(config, majorityOnly);
        addFormats(config.getSerializationConfig());
        // A backup drops the acknowledgement for a client that has not registered with it yet, as new clients have not
        // and no client has with a new member. So the member that is asked collects them (ADR 124).
        config.setBackupAckToClientEnabled(false);
        clientProperties(majorityOnly).forEach((name, value) -> {
            if (config.getProperty(name) == null) {
                config.setProperty(name, value);
            }
        });
    }

    /** Scans must not wait for pages, nor pages for those that look at each instance of a farm. */
    private static ExecutorConfig questions(String name) {
        return new ExecutorConfig(name, QUESTIONS_AT_ONCE).setStatisticsEnabled(false);
    }

    private static void addFormats(SerializationConfig config) {
        config.addDataSerializableFactory(TypeIds.FACTORY, new SlotDataFactory());
        AllowedTypes.addTo(config);
    }

    private static SplitBrainProtectionConfig majority(int farmSize) {
        return new SplitBrainProtectionConfig(MapNames.MAJORITY, true, ClusterQuorum.majority(farmSize))
                .setProtectOn(SplitBrainProtectionOn.READ_WRITE)
                .setFunctionImplementation(new ClusterQuorum(farmSize));
    }

    /** A protected farm must see that a member is gone before callers despair; the other one splits as late as it may. */
    private static Map<String, String> memberProperties(boolean majorityOnly) {
        return Map.of(
                MEMBERS_DOUBT,
                Boolean.toString(majorityOnly),
                "hazelcast.operation.call.timeout.millis",
                "10000",
                "hazelcast.operation.backup.timeout.millis",
                "1000",
                // What waits for copies waits no longer than it takes to repair a partition.
                "hazelcast.invocation.retry.pause.millis",
                majorityOnly ? "100" : "500",
                "hazelcast.heartbeat.interval.seconds",
                majorityOnly ? "1" : "2",
                "hazelcast.max.no.heartbeat.seconds",
                Long.toString(ShortLeaseNotice.silence(majorityOnly).toSeconds()),
                // Of two members that cannot talk to each other the eldest member removes one after so many heartbeats;
                // without it every save waits for a backup that cannot answer, for as long as they are apart.
                "hazelcast.partial.member.disconnection.resolution.heartbeat.count",
                "3",
                // A migration between two members that have lost each other's packets would block its partition for 300
                // s.
                "hazelcast.partition.migration.timeout",
                "10",
                "hazelcast.merge.first.run.delay.seconds",
                "10",
                "hazelcast.merge.next.run.delay.seconds",
                "5");
    }

    private static Map<String, String> clientProperties(boolean majorityOnly) {
        return Map.of(
                CLIENTS_DOUBT,
                Boolean.toString(majorityOnly),
                "hazelcast.client.operation.backup.timeout.millis",
                "1000",
                "hazelcast.client.invocation.timeout.seconds",
                "10",
                "hazelcast.client.heartbeat.interval",
                "1000",
                "hazelcast.client.heartbeat.timeout",
                Long.toString(ShortLeaseNotice.silence(majorityOnly).toMillis()));
    }
}
