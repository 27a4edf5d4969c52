// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import com.hazelcast.client.HazelcastClientOfflineException;
import com.hazelcast.core.HazelcastOverloadException;
import com.hazelcast.partition.NoDataMemberInClusterException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Sorts failures of the engine into two kinds: nothing was done, or the outcome is unknown. */
public final class EngineFailures {

    private EngineFailures() {}

    /** What the cluster, or the way to it, made of a call that was sent. */
    public static StorageException of(Throwable failure, String what, boolean changes) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof StorageException storage) {
            return storage;
        }
        return new StorageException(
                changes && mayHaveHappened(cause) ? Effect.UNKNOWN : Effect.NONE, what + ": " + cause, cause);
    }

    /** Only what is refused before anything runs is certain; everything else may have been done by a member that is gone. */
    private static boolean mayHaveHappened(Throwable cause) {
        return !(cause instanceof SplitBrainProtectionException
                || cause instanceof HazelcastClientOfflineException
                || cause instanceof HazelcastOverloadException
                || cause instanceof NoDataMemberInClusterException);
    }

    /** A call that never left this process. */
    public static StorageException notSent(RuntimeException cause, String what) {
        return new StorageException(Effect.NONE, what + " cannot be asked for from here: " + cause, cause);
    }
}
