// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.client.impl.clientside.HazelcastClientInstanceImpl;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.ExecutorServiceSubmitToPartitionCodec;
import com.hazelcast.client.impl.protocol.codec.MapExecuteOnKeyCodec;
import com.hazelcast.client.impl.protocol.codec.MapPutCodec;
import com.hazelcast.client.impl.spi.impl.ClientInvocation;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.impl.HeapData;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A client that sends forged messages. */
final class Forged {

    private final HazelcastClientInstanceImpl client;
    private final UUID key = UUID.randomUUID();

    Forged(HazelcastInstance client) {
        this.client = ((HazelcastClientProxy) client).client;
    }

    /** The bytes of an object of class …A, which say that they are one of class …B. */
    private Data forged(Object honest) {
        byte[] bytes = client.getSerializationService().toData(honest).toByteArray();
        String name = honest instanceof Class<?> named
                ? named.getName()
                : honest.getClass().getName();
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String other = text.replace(name, name.substring(0, name.length() - 1) + "B");
        if (other.equals(text)) {
            throw new IllegalStateException("the bytes do not name " + name);
        }
        return new HeapData(other.getBytes(StandardCharsets.ISO_8859_1));
    }

    Object put(Object honest) {
        return invoke(MapPutCodec.encodeRequest(MapNames.SLOTS, data(key), forged(honest), 1, -1));
    }

    Object execute(Object honest) {
        return invoke(MapExecuteOnKeyCodec.encodeRequest(MapNames.SLOTS, forged(honest), data(key), 1));
    }

    Object submit(Object honest) {
        return invoke(ExecutorServiceSubmitToPartitionCodec.encodeRequest("any", UUID.randomUUID(), forged(honest)));
    }

    private Data data(Object object) {
        return client.getSerializationService().toData(object);
    }

    private Object invoke(ClientMessage message) {
        int partition = client.getClientPartitionService().getPartitionId(data(key));
        return new ClientInvocation(client, message, MapNames.SLOTS, partition)
                .invoke()
                .joinInternal();
    }
}
