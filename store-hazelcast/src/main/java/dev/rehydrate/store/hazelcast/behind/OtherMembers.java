// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The other members, as a member that stops sees them: what it has not written can be left to those that stay. */
final class OtherMembers {

    /** Longer than a short pause of a member; one that does not answer in this time may not be there any more. */
    private static final long MOST_SECONDS = 5;

    private final HazelcastInstance hazelcast;

    OtherMembers(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    /** {@return whether one of them stays, as far as it answers} */
    boolean stay() {
        Set<Member> others = hazelcast.getCluster().getMembers();
        return others.stream()
                .filter(member -> !member.localMember())
                .map(member ->
                        hazelcast.getExecutorService(MapNames.FLUSHES).submitToMember(new TellStopping(), member))
                .toList()
                .stream()
                .anyMatch(OtherMembers::stays);
    }

    private static boolean stays(Future<Boolean> isStopping) {
        try {
            return !isStopping.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            // An earlier build does not know the question, and is there. Others have gone, or go.
            return isUnknownThere(failure);
        } catch (TimeoutException silent) {
            return false;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static boolean isUnknownThere(Throwable failure) {
        return failure instanceof HazelcastSerializationException
                || (failure.getCause() != null && isUnknownThere(failure.getCause()));
    }
}
