// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import com.hazelcast.internal.util.executor.HazelcastManagedThread;
import com.hazelcast.spi.impl.operationexecutor.OperationHostileThread;

/**
 * The threads of the engine, from which no call may begin. They bring answers: those of partitions and of responses, and the one
 * that gives up waiting for a backup. The engine refuses calls from some of them with {@code IllegalThreadStateException}, and
 * from the others a call could wait for the very thread that makes it.
 */
public final class EngineThreads {

    private EngineThreads() {}

    /** {@return whether the current thread is one of these} */
    public static boolean includeCurrent() {
        Thread current = Thread.currentThread();
        return current instanceof HazelcastManagedThread || current instanceof OperationHostileThread;
    }
}
