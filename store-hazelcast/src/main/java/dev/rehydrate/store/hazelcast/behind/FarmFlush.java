// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets all members of a farm write what is not in the database yet, and waits for them. */
public final class FarmFlush {

    private static final long PAUSE_MILLIS = 100;

    private final HazelcastInstance hazelcast;
    private final TimeSource time;
    private final long end;

    public FarmFlush(HazelcastInstance hazelcast, TimeSource time, Duration timeout) {
        this.hazelcast = hazelcast;
        this.time = time;
        this.end = time.nanoTime() + timeout.toNanos();
    }

    /** Begins again when a member or a partition has moved: its changes may be with a member that was asked before. */
    public void await() {
        String left = attempt();
        while (!left.isEmpty()) {
            if (time.nanoTime() - end >= 0) {
                throw new IllegalStateException(
                        "not everything is in the database yet, and will be written as before: " + left);
            }
            pause();
            left = attempt();
        }
    }

    private String attempt() {
        Set<Member> members = hazelcast.getCluster().getMembers();
        Map<Member, Future<String>> asked =
                hazelcast.getExecutorService(MapNames.FLUSHES).submitToMembers(new FlushMember(), members);
        String left = "";
        for (Map.Entry<Member, Future<String>> each : asked.entrySet()) {
            String answer = answer(each.getKey(), each.getValue());
            if (answer.equals(FlushMember.WRITES_NOTHING)) {
                throw new IllegalStateException(answer);
            }
            left = answer.isEmpty() ? left : answer;
        }
        boolean same = new HashSet<>(members)
                .equals(new HashSet<>(hazelcast.getCluster().getMembers()));
        return left.isEmpty() && !same ? "members come or go" : left;
    }

    private String answer(Member member, Future<String> answer) {
        try {
            return answer.get(Math.max(1, end - time.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            return member.getAddress() + ": " + failure.getCause();
        } catch (TimeoutException late) {
            return member.getAddress() + " has not answered";
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the database was written", ended);
        }
    }

    private static void pause() {
        if (!Pause.passed(PAUSE_MILLIS)) {
            throw new IllegalStateException("interrupted while the database was written");
        }
    }
}
