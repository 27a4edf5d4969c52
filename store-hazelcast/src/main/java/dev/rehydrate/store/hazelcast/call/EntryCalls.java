// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MapSubmitToKeyCodec;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * How an entry processor gets to its entry, and its answer back. The engine's public way also completes each call on the common pool,
 * although no one waits for that: on a machine with two processors it starts a thread for each. The ways taken here do not (ADR 43). They
 * are for processors that need not know the member that runs them.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public interface EntryCalls<K, V> {

    /**
     * Sends without waiting.
     *
     * @param key of the entry
     * @param processor what to do there
     * @return what {@link #read} reads; completes in a thread of the engine
     * @throws RuntimeException if it cannot be sent
     */
    CompletionStage<?> send(K key, EntryProcessor<K, V, ?> processor);

    /**
     * Reads an answer; to be called where that may take a moment.
     *
     * @param sent what has come
     * @return the answer of the processor, or null if that is its answer
     */
    @Nullable
    Object read(@Nullable Object sent);

    /**
     * Chooses the way.
     *
     * @param hazelcast the member or client
     * @param map its map
     * @return the engine's public way for a {@link HazelcastInstance} that is not known
     */
    static <K, V> EntryCalls<K, V> on(HazelcastInstance hazelcast, IMap<K, V> map) {
        if (map instanceof MapProxyImpl<K, V> own) {
            return new OfMember<>(own);
        }
        return hazelcast instanceof HazelcastClientProxy client
                ? new OfClient<>(client, map.getName())
                : new Public<>(map);
    }

    /**
     * From within a member.
     *
     * @param map its map
     */
    record OfMember<K, V>(MapProxyImpl<K, V> map) implements EntryCalls<K, V> {

        @Override
        public CompletionStage<?> send(K key, EntryProcessor<K, V, ?> processor) {
            return map.executeOnKeyInternal(key, processor);
        }

        @Override
        public @Nullable Object read(@Nullable Object sent) {
            return map.getNodeEngine().toObject(sent);
        }
    }

    /**
     * From a client.
     *
     * @param proxy the client
     * @param map the name of the map
     */
    record OfClient<K, V>(HazelcastClientProxy proxy, String map) implements EntryCalls<K, V> {

        @Override
        public CompletionStage<?> send(K key, EntryProcessor<K, V, ?> processor) {
            return ClientEntryCall.send(proxy, map, key, processor);
        }

        @Override
        public @Nullable Object read(@Nullable Object sent) {
            return proxy.getSerializationService().toObject(MapSubmitToKeyCodec.decodeResponse((ClientMessage) sent));
        }
    }

    /**
     * The engine's public way.
     *
     * @param map the map
     */
    record Public<K, V>(IMap<K, V> map) implements EntryCalls<K, V> {

        @Override
        public CompletionStage<?> send(K key, EntryProcessor<K, V, ?> processor) {
            return map.submitToKey(key, processor);
        }

        @Override
        public @Nullable Object read(@Nullable Object sent) {
            return sent;
        }
    }
}
