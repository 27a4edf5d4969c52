// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts members and clients of our own, and says with which settings. */
final class ClusterStart {

    private static final Logger LOG = LoggerFactory.getLogger(HazelcastInstanceStore.class);
    private static final Duration FIRST_CONNECTION = Duration.ofSeconds(20);

    private ClusterStart() {}

    static HazelcastInstance of(HazelcastStoreOptions options) {
        return of(options, FIRST_CONNECTION);
    }

    static HazelcastInstance of(HazelcastStoreOptions options, Duration patience) {
        LOG.info("settings of the store:\n{}", options.describe());
        return options.mode() == Mode.CLIENT ? client(options, patience) : member(options);
    }

    private static HazelcastInstance member(HazelcastStoreOptions options) {
        try {
            return Hazelcast.newHazelcastInstance(ClusterConfig.member(options));
        } catch (HazelcastException refused) {
            throw new IllegalStateException("the member cannot start: " + options, refused);
        }
    }

    private static HazelcastInstance client(HazelcastStoreOptions options, Duration patience) {
        CountDownLatch connected = new CountDownLatch(1);
        LifecycleListener listener = event -> {
            if (event.getState() == LifecycleState.CLIENT_CONNECTED) {
                connected.countDown();
            }
        };
        ClientConfig config = ClusterConfig.client(options).addListenerConfig(new ListenerConfig(listener));
        HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
        if (!awaited(connected, patience)) {
            client.shutdown();
            throw new IllegalStateException("no member of cluster '" + options.clusterName() + "' answered within "
                    + patience + ": members=" + config.getNetworkConfig().getAddresses());
        }
        return client;
    }

    private static boolean awaited(CountDownLatch latch, Duration patience) {
        try {
            return latch.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
