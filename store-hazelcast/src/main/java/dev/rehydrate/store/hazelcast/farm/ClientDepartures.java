// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import com.hazelcast.client.Client;
import com.hazelcast.client.ClientListener;
import com.hazelcast.client.ClientService;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.util.UUID;

/** Notices clients that leave, however they do. Members are told of them; other clients are not. */
public final class ClientDepartures implements ClientListener {

    private final Runnable departed;

    private ClientDepartures(Runnable departed) {
        this.departed = departed;
    }

    /**
     * Begins to watch, if this is a member.
     *
     * @param hazelcast a member or client
     * @param departed runs for each client that leaves, in a thread of the engine, which it must not keep
     * @return ends the watch
     */
    public static Runnable watch(HazelcastInstance hazelcast, Runnable departed) {
        if (!(hazelcast.getLocalEndpoint() instanceof Member)) {
            return () -> {};
        }
        ClientService clients = hazelcast.getClientService();
        UUID watch = clients.addClientListener(new ClientDepartures(departed));
        return () -> clients.removeClientListener(watch);
    }

    @Override
    public void clientConnected(Client client) {
        // A client that connects has left nothing behind.
    }

    @Override
    public void clientDisconnected(Client client) {
        departed.run();
    }
}
