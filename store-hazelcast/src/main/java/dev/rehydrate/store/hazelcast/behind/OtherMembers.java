// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.time.TimeSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The other members, as a member that stops sees them: what it has not written can be left to those that stay. */
final class OtherMembers {

    /** Longer than a short pause of a member; those that do not answer in this time may not be there any more. */
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final HazelcastInstance hazelcast;
    private final TimeSource time;

    OtherMembers(HazelcastInstance hazelcast, TimeSource time) {
        this.hazelcast = hazelcast;
        this.time = time;
    }

    /** {@return whether one of them stays, as far as they answer} */
    boolean stay() {
        Set<Member> members = hazelcast.getCluster().getMembers();
        List<CompletableFuture<Boolean>> asked = members.stream()
                .filter(member -> !member.localMember())
                .map(member -> MemberAnswers.of(hazelcast, MapNames.QUICK_QUESTIONS, new TellStopping(), member))
                .toList();
        // All have the same time: a farm of many members that are silent must not take it once for each.
        long end = time.nanoTime() + MOST_NANOS;
        return asked.stream().anyMatch(isStopping -> stays(isStopping, Math.max(0, end - time.nanoTime())));
    }

    /** One of an earlier build does not know the question; it may be stopping as well, and what was left to it would be lost. */
    private static boolean stays(CompletableFuture<Boolean> isStopping, long nanos) {
        try {
            return !isStopping.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException notKnown) {
            return false;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
