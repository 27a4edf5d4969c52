// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** How a question about a copy gets to its owner, and the answer back, without a new thread for each (ADR 43). */
public interface CopyCalls {

    /**
     * Sends a question or a copy.
     *
     * @param at the slot
     * @param call what to do there
     * @param receiver gets the answer, or the failure; runs in a thread of the engine, which it must not keep
     * @throws RuntimeException if it cannot be sent
     */
    void send(
            UUID at,
            EntryProcessor<UUID, SlotCopy, SlotCopy> call,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver);

    /**
     * Looks in this process.
     *
     * @param at the slot
     * @return a copy, or null if there is none here
     */
    @Nullable
    SlotCopy readHere(UUID at);

    /**
     * Whether this process owns the copy if there is one, so that asking on is of no use.
     *
     * @param at the slot
     */
    boolean isOwnedHere(UUID at);

    /**
     * Chooses the way.
     *
     * @param hazelcast the member or client
     * @param name the name of the map
     * @throws IllegalArgumentException if it is neither a member nor a client
     */
    static CopyCalls on(HazelcastInstance hazelcast, String name) {
        IMap<UUID, SlotCopy> copies = hazelcast.getMap(name);
        if (copies instanceof MapProxyImpl<UUID, SlotCopy> map) {
            return new MemberCopies(map);
        }
        if (hazelcast instanceof HazelcastClientProxy client) {
            return new ClientCopies(client, name);
        }
        throw new IllegalArgumentException("neither a member nor a client: " + hazelcast);
    }
}
