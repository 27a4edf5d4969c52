// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.PartitionService;
import com.hazelcast.topic.ITopic;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A member whose every call, and every call of what it hands out, fails from a given moment on. */
final class FaultyHazelcast {

    private static final Set<Class<?>> FACES =
            Set.of(HazelcastInstance.class, IMap.class, ITopic.class, Cluster.class, PartitionService.class);
    private static final Set<String> WITHOUT_THE_CLUSTER = Set.of("getName", "getUserContext", "getConfig", "toString");

    private volatile @Nullable Throwable failure;
    private volatile boolean later;

    /** Fails in the thread of the caller. */
    void failAtOnce(Throwable with) {
        later = false;
        failure = with;
    }

    void failNoMore() {
        failure = null;
    }

    /** Fails in the answer wherever there is one that comes later, as a call that was sent does. */
    void failLater(RuntimeException with) {
        later = true;
        failure = with;
    }

    HazelcastInstance around(HazelcastInstance sound) {
        return around(sound, HazelcastInstance.class);
    }

    private <T> T around(T sound, Class<T> face) {
        return face.cast(Proxy.newProxyInstance(
                FaultyHazelcast.class.getClassLoader(),
                new Class<?>[] {face},
                (proxy, method, arguments) -> call(sound, method, arguments)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is what the caller gets
    private Object call(Object sound, Method method, Object[] arguments) throws Throwable {
        Throwable fault = failure;
        if (fault != null && !WITHOUT_THE_CLUSTER.contains(method.getName())) {
            if (later && CompletionStage.class.isAssignableFrom(method.getReturnType())) {
                return CompletableFuture.failedFuture(fault);
            }
            throw fault;
        }
        try {
            return wrapped(method.invoke(sound, arguments), method.getReturnType());
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private <T> Object wrapped(Object answer, Class<T> type) {
        return FACES.contains(type) ? around(type.cast(answer), type) : answer;
    }
}
