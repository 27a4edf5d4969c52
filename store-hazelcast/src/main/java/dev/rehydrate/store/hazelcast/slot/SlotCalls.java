// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import dev.rehydrate.store.hazelcast.call.EngineFailures;
import dev.rehydrate.store.hazelcast.call.EngineThreads;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How an operation gets to its slot, and its reply back. The engine's public way completes every call on the common pool,
 * which on a machine with two cores is a new thread for each; the ways taken here complete it in the thread that has the
 * reply (ADR 43).
 */
public interface SlotCalls {

    /**
     * Sends an operation.
     *
     * @param at the slot
     * @param operation what to do there
     * @param receiver gets the reply, or the failure; runs in a thread of the engine, which it must not keep
     * @throws RuntimeException if it cannot be sent
     */
    void send(UUID at, DecideInSlot operation, BiConsumer<StoredReply, Throwable> receiver);

    /**
     * Reads the copy of a slot that is in this process, which may be a little old.
     *
     * @param at the slot
     * @return the slot, or null if there is no copy here that may be used
     */
    default @Nullable StoredSlot readHere(UUID at) {
        return null;
    }

    /**
     * Chooses the way.
     *
     * @param hazelcast the member or client
     * @param slots its map of slots
     * @param elsewhere where calls are sent from that begin in a thread of the engine, and where replies are handed out if
     *     there is no better way
     */
    static SlotCalls on(HazelcastInstance hazelcast, IMap<UUID, StoredSlot> slots, Executor elsewhere) {
        SlotCalls direct;
        if (slots instanceof MapProxyImpl<UUID, StoredSlot> map) {
            direct = new MemberCalls(hazelcast, map);
        } else if (hazelcast instanceof HazelcastClientProxy client) {
            direct = new ClientCalls(client, slots.getName());
        } else {
            direct = (at, operation, receiver) -> {
                var unused = slots.submitToKey(at, operation)
                        .whenCompleteAsync(
                                (reply, failure) -> receiver.accept((StoredReply) reply, failure), elsewhere);
            };
        }
        return new SlotCalls() {
            @Override
            public void send(UUID at, DecideInSlot operation, BiConsumer<StoredReply, Throwable> receiver) {
                if (EngineThreads.includeCurrent()) {
                    elsewhere.execute(() -> sendOrFail(direct, at, operation, receiver));
                } else {
                    direct.send(at, operation, receiver);
                }
            }

            @Override
            public @Nullable StoredSlot readHere(UUID at) {
                return direct.readHere(at);
            }
        };
    }

    /**
     * Hands a reply to its receiver. What prevents that it is read is handed out as well, also an error, as when memory is too short for
     * an instance: in the thread that reads, the failure would be lost, and the caller wait for ever.
     *
     * @param reading reads the reply
     * @param receiver gets it, or the failure
     */
    static void received(Supplier<StoredReply> reading, BiConsumer<StoredReply, Throwable> receiver) {
        StoredReply reply;
        try {
            reply = reading.get();
        } catch (RuntimeException | Error unreadable) {
            receiver.accept(null, unreadable);
            return;
        }
        receiver.accept(reply, null);
    }

    private static void sendOrFail(
            SlotCalls direct, UUID at, DecideInSlot operation, BiConsumer<StoredReply, Throwable> receiver) {
        try {
            direct.send(at, operation, receiver);
        } catch (RuntimeException failure) {
            receiver.accept(null, EngineFailures.notSent(failure, "slot " + at));
        } catch (Error failure) {
            // It would be lost in this thread, and the caller wait for ever. The operation may have been sent.
            receiver.accept(null, failure);
        }
    }
}
