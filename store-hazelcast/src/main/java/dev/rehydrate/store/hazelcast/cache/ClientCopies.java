// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.client.impl.clientside.HazelcastClientInstanceImpl;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MapSubmitToKeyCodec;
import com.hazelcast.client.impl.spi.impl.ClientInvocation;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.map.EntryProcessor;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The copies as a client reaches them: all are on members. */
final class ClientCopies implements CopyCalls {

    /** Entry processors take no locks, so that it does not matter which thread calls. */
    private static final long ANY_THREAD = 1;

    private final HazelcastClientProxy proxy;
    private final String map;
    private final SerializationService serialization;

    ClientCopies(HazelcastClientProxy proxy, String map) {
        this.proxy = proxy;
        this.map = map;
        this.serialization = proxy.getSerializationService();
    }

    @Override
    public void send(
            UUID at,
            EntryProcessor<UUID, SlotCopy, SlotCopy> call,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver) {
        HazelcastClientInstanceImpl client = proxy.client;
        if (client == null) {
            throw new HazelcastInstanceNotActiveException("the client is shut down");
        }
        Data key = serialization.toData(at);
        ClientMessage request = MapSubmitToKeyCodec.encodeRequest(map, serialization.toData(call), key, ANY_THREAD);
        int partition = client.getClientPartitionService().getPartitionId(key);
        var unused = new ClientInvocation(client, request, map, partition)
                .invoke()
                .whenCompleteAsync((message, failure) -> receive(message, failure, receiver), Runnable::run);
    }

    private void receive(
            @Nullable ClientMessage message,
            @Nullable Throwable failure,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver) {
        SlotCopy copy = null;
        Throwable wrong = failure;
        try {
            copy = message == null ? null : serialization.toObject(MapSubmitToKeyCodec.decodeResponse(message));
        } catch (RuntimeException unreadable) {
            wrong = unreadable;
        }
        receiver.accept(copy, wrong);
    }

    @Override
    public @Nullable SlotCopy readHere(UUID at) {
        return null;
    }

    @Override
    public boolean isOwnedHere(UUID at) {
        return false;
    }
}
