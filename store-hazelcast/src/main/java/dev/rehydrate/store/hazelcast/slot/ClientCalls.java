// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.client.impl.clientside.HazelcastClientInstanceImpl;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MapSubmitToKeyCodec;
import com.hazelcast.client.impl.spi.impl.ClientInvocation;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Calls from a client to the member that owns the slot. */
public final class ClientCalls implements SlotCalls {

    /** Entry processors take no locks, so that it does not matter which thread calls. */
    private static final long ANY_THREAD = 1;

    private final HazelcastClientProxy proxy;
    private final String map;
    private final SlotMessages messages;

    ClientCalls(HazelcastClientProxy proxy, String map) {
        this.proxy = proxy;
        this.map = map;
        this.messages = new SlotMessages(proxy.getSerializationService());
    }

    @Override
    public void send(UUID at, DecideInSlot operation, BiConsumer<StoredReply, Throwable> receiver) {
        HazelcastClientInstanceImpl client = proxy.client;
        if (client == null) {
            throw new HazelcastInstanceNotActiveException("the client is shut down");
        }
        SerializationService serialization = client.getSerializationService();
        Data key = serialization.toData(at);
        ClientMessage request =
                MapSubmitToKeyCodec.encodeRequest(map, messages.of(operation.operation()), key, ANY_THREAD);
        int partition = client.getClientPartitionService().getPartitionId(key);
        var unused = new ClientInvocation(client, request, map, partition)
                .invoke()
                .whenCompleteAsync((message, failure) -> receive(message, failure, receiver), Runnable::run);
    }

    private void receive(
            @Nullable ClientMessage message, @Nullable Throwable failure, BiConsumer<StoredReply, Throwable> receiver) {
        if (message == null) {
            receiver.accept(null, failure);
            return;
        }
        StoredReply reply;
        try {
            reply = messages.reply(MapSubmitToKeyCodec.decodeResponse(message));
        } catch (RuntimeException unreadable) {
            receiver.accept(null, unreadable);
            return;
        }
        receiver.accept(reply, null);
    }
}
