// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import com.hazelcast.client.impl.clientside.HazelcastClientInstanceImpl;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MapSubmitToKeyCodec;
import com.hazelcast.client.impl.spi.impl.ClientInvocation;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.spi.impl.InternalCompletableFuture;

/** The message with which a client has an entry processor run, one level below the engine's public way (ADR 43). */
public final class ClientEntryCall {

    /** Entry processors take no locks, so that it does not matter which thread calls. */
    private static final long ANY_THREAD = 1;

    private ClientEntryCall() {}

    /**
     * Sends without waiting.
     *
     * @param proxy the client
     * @param map the name of the map
     * @param key of the entry
     * @param processor what to do there, or its bytes
     * @return the message with the answer; completes in a thread of the engine
     * @throws HazelcastInstanceNotActiveException if the client is shut down
     */
    public static InternalCompletableFuture<ClientMessage> send(
            HazelcastClientProxy proxy, String map, Object key, Object processor) {
        HazelcastClientInstanceImpl client = proxy.client;
        if (client == null) {
            throw new HazelcastInstanceNotActiveException("the client is shut down");
        }
        SerializationService serialization = client.getSerializationService();
        Data at = serialization.toData(key);
        // What is bytes already is taken as it is.
        Data work = serialization.toData(processor);
        ClientMessage request = MapSubmitToKeyCodec.encodeRequest(map, work, at, ANY_THREAD);
        int partition = client.getClientPartitionService().getPartitionId(at);
        return new ClientInvocation(client, request, map, partition).invoke();
    }
}
