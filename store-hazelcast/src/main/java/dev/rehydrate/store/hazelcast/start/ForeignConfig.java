// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a configuration that was made by the application, before anything is added to it. */
public final class ForeignConfig {

    /** Whether the engine leaves the cluster by a hook of its own when the process is asked to end. */
    static final String SHUTDOWN_HOOK = "hazelcast.shutdownhook.enabled";

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private ForeignConfig() {}

    static void requireUsable(Config config, boolean majorityOnly) {
        List<String> problems = new ArrayList<>();
        Stream.of(MapNames.SLOTS, MapNames.OWNERS, MapNames.SWEEPERS, MapNames.LOST, MapNames.COPIES + "*")
                .filter(name -> config.getMapConfigs().containsKey(name))
                .forEach(name -> problems.add("it has a map '" + name + "' already; was it prepared before?"));
        if (majorityOnly && config.getSplitBrainProtectionConfigs().containsKey(MapNames.MAJORITY)) {
            problems.add("it has a split-brain protection '" + MapNames.MAJORITY + "' already");
        }
        if (majorityOnly) {
            checkDoubt(ClusterConfig.MEMBERS_DOUBT, config.getProperty(ClusterConfig.MEMBERS_DOUBT), problems);
        }
        check(config.getSerializationConfig(), problems);
        refuse(problems);
    }

    static void requireUsable(ClientConfig config, boolean majorityOnly) {
        List<String> problems = new ArrayList<>();
        if (majorityOnly) {
            checkDoubt(ClusterConfig.CLIENTS_DOUBT, config.getProperty(ClusterConfig.CLIENTS_DOUBT), problems);
        }
        if (majorityOnly && config.getNetworkConfig().isRedoOperation()) {
            problems.add(
                    "it repeats operations in doubt by itself (redo-operation), which durability=protected must not");
        }
        check(config.getSerializationConfig(), problems);
        refuse(problems);
    }

    /**
     * Checks a member or client that the application has started.
     *
     * @throws IllegalArgumentException if its configuration was not prepared, or what was prepared was undone
     */
    public static void requirePrepared(HazelcastInstance hazelcast) {
        boolean client = hazelcast instanceof HazelcastClientProxy;
        SerializationConfig formats = client
                ? ((HazelcastClientProxy) hazelcast).getClientConfig().getSerializationConfig()
                : hazelcast.getConfig().getSerializationConfig();
        boolean prepared = formats.getDataSerializableFactories().containsKey(TypeIds.FACTORY)
                && (client || hazelcast.getConfig().getMapConfigs().containsKey(MapNames.SLOTS));
        if (!prepared) {
            throw new IllegalArgumentException("'" + hazelcast.getName()
                    + "' was not made for slots: call HazelcastInstanceStore.prepare on its configuration before it is"
                    + " started");
        }
        if (client && ((HazelcastClientProxy) hazelcast).getClientConfig().isBackupAckToClientEnabled()) {
            throw new IllegalArgumentException("the client '" + hazelcast.getName()
                    + "' was told after it was prepared that backups acknowledge to it, so that what it saves first, or when a"
                    + " member is new, would seem to be on no backup: leave out setBackupAckToClientEnabled(true)"
                    + " (backup-ack-to-client-enabled), nothing was opened");
        }
    }

    /** Hooks run at the same time: a member that leaves by its own takes away what hosts have not saved yet. */
    public static void warnOfShutdownHook(HazelcastInstance hazelcast) {
        if (hazelcast instanceof HazelcastClientProxy) {
            return;
        }
        String said = hazelcast.getConfig().getProperty(SHUTDOWN_HOOK);
        String used = said != null ? said : System.getProperty(SHUTDOWN_HOOK, "true");
        if (Boolean.parseBoolean(used)) {
            LOG.warn(
                    "the member '{}' has a shutdown hook of its own: when the process is asked to end, the member leaves while"
                            + " hosts still save, and what they have not saved is lost. Set {}=false on its configuration,"
                            + " and close hosts, store and member in this order in a hook of the application.",
                    hazelcast.getName(),
                    SHUTDOWN_HOOK);
        }
    }

    private static void checkDoubt(String property, @Nullable String value, List<String> problems) {
        if (value != null && !Boolean.parseBoolean(value)) {
            problems.add("it hides operations in doubt (" + property + "=" + value
                    + "), which durability=protected must not");
        }
    }

    private static void check(SerializationConfig config, List<String> problems) {
        if (config.getDataSerializableFactories().containsKey(TypeIds.FACTORY)
                || config.getDataSerializableFactoryClasses().containsKey(TypeIds.FACTORY)) {
            problems.add("it has a DataSerializableFactory " + TypeIds.FACTORY + " already");
        }
        JavaSerializationFilterConfig filter = config.getJavaSerializationFilterConfig();
        if (filter != null && letsAnythingIn(filter)) {
            problems.add("its Java deserialization filter lets in all of java.* or everything: call"
                    + " setDefaultsDisabled(true) and list what your own values need");
        }
    }

    private static boolean letsAnythingIn(@Nullable JavaSerializationFilterConfig filter) {
        return filter != null
                && (!filter.isDefaultsDisabled() || filter.getWhitelist().isEmpty());
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "this configuration cannot be prepared:\n  - " + String.join("\n  - ", problems));
        }
    }
}
