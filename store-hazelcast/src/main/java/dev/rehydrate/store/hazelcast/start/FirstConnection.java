// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.client.impl.management.ClientConnectionProcessListener;
import com.hazelcast.cluster.Address;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Waits until a client has found its cluster, and hears why it does not. An address that does not answer may do so later; one
 * that answers and refuses the name of the cluster will not, so that nothing is waited for if there is no other.
 */
final class FirstConnection implements ClientConnectionProcessListener, LifecycleListener {

    private final List<String> entries;
    private final int port;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Set<String> tried = ConcurrentHashMap.newKeySet();
    private final CountDownLatch decided = new CountDownLatch(1);
    private volatile boolean connected;

    FirstConnection(HazelcastStoreOptions options) {
        this.entries = OwnNetwork.entries(options);
        this.port = options.port();
    }

    @Override
    public void stateChanged(LifecycleEvent event) {
        if (event.getState() == LifecycleState.CLIENT_CONNECTED) {
            connected = true;
            decided.countDown();
        }
    }

    @Override
    public void credentialsFailed(Address at) {
        refused.add(AddressText.of(at));
        failed(at);
    }

    @Override
    public void clientNotAllowedInCluster(Address at) {
        credentialsFailed(at);
    }

    @Override
    public void connectionAttemptFailed(Address at) {
        failed(at);
    }

    private void failed(Address at) {
        tried.add(AddressText.of(at));
        if (entries.stream().allMatch(this::isRefused)) {
            decided.countDown();
        }
    }

    /** One of its ports refused the name, and none is left that may be of another cluster. */
    private boolean isRefused(String entry) {
        List<String> addresses = OwnNetwork.addressesOf(entry, port);
        return tried.containsAll(addresses) && addresses.stream().anyMatch(refused::contains);
    }

    /** Waits, and says whether there is a connection. */
    boolean await(Duration patience) {
        try {
            return decided.await(patience.toNanos(), TimeUnit.NANOSECONDS) && connected;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Says of each address what came of it, for people. */
    String found(String clusterName) {
        Map<Boolean, List<String>> byRefusal = entries.stream().collect(Collectors.partitioningBy(this::hasRefusal));
        List<String> silent = byRefusal.getOrDefault(false, List.of());
        String names = refused.stream().sorted().collect(Collectors.joining(", "));
        String byName = refused.isEmpty()
                ? ""
                : "the cluster name '" + clusterName + "' was refused by " + names
                        + ", which belongs to a cluster of another name: set cluster-name to that of the farm";
        String bySilence = silent.isEmpty() ? "" : "no member answered at " + String.join(", ", silent);
        return byName + (byName.isEmpty() || bySilence.isEmpty() ? "" : "; ") + bySilence;
    }

    private boolean hasRefusal(String entry) {
        return OwnNetwork.addressesOf(entry, port).stream().anyMatch(refused::contains);
    }
}
