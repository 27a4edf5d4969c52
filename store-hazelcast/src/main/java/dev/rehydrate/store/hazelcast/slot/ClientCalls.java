// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MapSubmitToKeyCodec;
import dev.rehydrate.store.hazelcast.call.ClientEntryCall;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Calls from a client to the member that owns the slot. */
public final class ClientCalls implements SlotCalls {

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
        var unused = ClientEntryCall.send(proxy, map, at, messages.of(operation.operation()))
                .whenCompleteAsync((message, failure) -> receive(message, failure, receiver), Runnable::run);
    }

    private void receive(
            @Nullable ClientMessage message, @Nullable Throwable failure, BiConsumer<StoredReply, Throwable> receiver) {
        if (message == null) {
            receiver.accept(null, failure);
            return;
        }
        SlotCalls.received(() -> messages.reply(MapSubmitToKeyCodec.decodeResponse(message)), receiver);
    }
}
