// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.farm.NamedMembers;
import dev.rehydrate.store.hazelcast.heap.LostThreads;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts members and clients of our own, and says with which settings. */
public final class ClusterStart {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration FIRST_CONNECTION = Duration.ofSeconds(20);

    private ClusterStart() {}

    public static HazelcastInstance of(HazelcastStoreOptions options) {
        return of(options, FIRST_CONNECTION);
    }

    public static HazelcastInstance of(HazelcastStoreOptions options, Duration patience) {
        return of(options, patience, config -> {});
    }

    /** Starts a member whose configuration needs more than the settings say. */
    public static HazelcastInstance of(HazelcastStoreOptions options, Consumer<Config> further) {
        return of(options, FIRST_CONNECTION, further);
    }

    private static HazelcastInstance of(HazelcastStoreOptions options, Duration patience, Consumer<Config> further) {
        LOG.debug("settings of the store:\n{}", options.describe());
        long begin = options.store().time().nanoTime();
        boolean client = options.mode() == Mode.CLIENT;
        HazelcastInstance started = client ? client(options, patience) : member(options, further);
        return orEnded(started, () -> tell(started, options, begin));
    }

    private static void tell(HazelcastInstance started, HazelcastStoreOptions options, long begin) {
        boolean client = options.mode() == Mode.CLIENT;
        Duration took = Duration.ofNanos(options.store().time().nanoTime() - begin);
        LOG.info(
                "{}: address={} cluster-name={} members={} durability={}{} took={}ms; set were: {}",
                client ? "a client has connected" : "a member has started",
                addressOf(started),
                options.clusterName(),
                started.getCluster().getMembers().size(),
                FarmSettings.text(options.durability()),
                client ? "" : " backup-count=" + options.backupCount(),
                took.toMillis(),
                options.describeGiven());
        FarmSettings.otherMemory(started, options)
                .ifPresent(differs -> LOG.warn(
                        "{}: a slot forgets by that of the store that changes it, and a later repeat of a command can be carried out"
                                + " twice; set the same on all",
                        differs));
    }

    /** A member or client whose start fails ends: no other object has a reference to it, and it keeps the process alive. */
    private static HazelcastInstance orEnded(HazelcastInstance started, Runnable lastSteps) {
        try {
            lastSteps.run();
            return started;
        } catch (RuntimeException | Error failure) {
            started.getLifecycleService().terminate();
            throw failure;
        }
    }

    private static String addressOf(HazelcastInstance started) {
        return started.getLocalEndpoint().getSocketAddress() instanceof InetSocketAddress own
                ? own.getHostString() + ":" + own.getPort()
                : "unknown";
    }

    private static HazelcastInstance member(HazelcastStoreOptions options, Consumer<Config> further) {
        Config config = ClusterConfig.member(options);
        further.accept(config);
        NamedMembers named = new NamedMembers(OwnNetwork.names(options), InetAddress::getAllByName);
        FarmNode node = new FarmNode(named);
        HazelcastInstance member;
        try {
            member = HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), node);
        } catch (HazelcastException | IllegalStateException refused) {
            throw new IllegalStateException(
                    "the member cannot start: "
                            + node.refusal()
                                    .or(() -> ListenProblem.of(options))
                                    .orElseGet(() -> unknown(refused, options)),
                    refused);
        }
        return orEnded(member, () -> check(member, options, named, node));
    }

    private static void check(
            HazelcastInstance member, HazelcastStoreOptions options, NamedMembers named, FarmNode node) {
        // Also a member that the application has started itself, and that does not refuse, may have been there before.
        FarmSettings.differenceOf(member).ifPresent(difference -> {
            member.shutdown();
            throw new IllegalStateException("the member cannot start: " + difference);
        });
        if (member.getCluster().getMembers().size() == 1) {
            new Neighbours(options, named, node, member).reason().ifPresent(reason -> {
                member.getUserContext().put(Neighbours.REASON, reason);
                LOG.warn(
                        "this member is alone though others were expected, and goes on looking for them: {}",
                        Neighbours.text(options.farmSize(), reason));
            });
        }
        LostThreads.watch(member);
    }

    /** The engine does not say whom it has waited for. */
    private static String unknown(RuntimeException refused, HazelcastStoreOptions options) {
        return refused.getMessage()
                + " If it has waited for long: an address of members takes connections and never answers, as"
                + " that of a process that stands still, or of another program; end that process, or correct members."
                + " It was started with " + options;
    }

    private static HazelcastInstance client(HazelcastStoreOptions options, Duration patience) {
        FirstConnection connection = new FirstConnection(options);
        ClientConfig config = ClusterConfig.client(options).addListenerConfig(new ListenerConfig(connection));
        HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
        return orEnded(client, () -> check(client, options, connection, patience));
    }

    private static void check(
            HazelcastInstance client, HazelcastStoreOptions options, FirstConnection connection, Duration patience) {
        if (!connection.await(patience)) {
            client.shutdown();
            throw new IllegalStateException("the client cannot start (it waits for " + patience.toSeconds()
                    + " s where no member answers): " + connection.found(options.clusterName()));
        }
        client.getCluster().addMembershipListener(new SameFarm(client, options));
        FarmSettings.differenceOfClient(client, options).ifPresent(difference -> {
            client.shutdown();
            throw new IllegalStateException("the client cannot start: " + difference);
        });
    }
}
