// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.behind.write.Flushed;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Lets all members of a farm write what is not in the database yet, and waits for them. */
public final class FarmFlush {

    private static final long PAUSE_MILLIS = 100;
    private static final int ROUNDS = 2;
    /** How long a member is asked why it has not answered. */
    private static final long ASK_MILLIS = 1_000;

    /** A timeout of 'for ever' has no nanosecond form. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final HazelcastInstance hazelcast;
    private final TimeSource time;
    private final long end;

    public FarmFlush(HazelcastInstance hazelcast, TimeSource time, Duration timeout) {
        this.hazelcast = hazelcast;
        this.time = time;
        this.end = time.nanoTime() + (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
    }

    /**
     * Asks all members until each partition was answered for by the member that has it. One that moves meanwhile can be with a member that
     * was asked before it came, and its changes can have been left to that member by one that was asked after it went.
     *
     * <p>This is done twice: what a member has written for a partition that has moved meanwhile is noted again by the member that has it when
     * the first round is over, which can have been asked before.
     */
    public void await() {
        int rounds = 0;
        while (rounds < ROUNDS) {
            String left = attempt();
            rounds = left == null ? rounds + 1 : 0;
            if (left != null && time.nanoTime() - end >= 0) {
                throw new IllegalStateException(
                        "not everything is in the database yet, and will be written as before: " + left);
            }
            if (left != null) {
                pause();
            }
        }
    }

    /** {@return why it is not known of each partition that it is written, or null if it is} */
    private @Nullable String attempt() {
        Map<Member, Future<Flushed>> asked = new HashMap<>();
        hazelcast
                .getCluster()
                .getMembers()
                .forEach(member ->
                        asked.put(member, MemberAnswers.of(hazelcast, MapNames.FLUSHES, new FlushMember(), member)));
        BitSet written = new BitSet();
        String left = null;
        for (Map.Entry<Member, Future<Flushed>> each : asked.entrySet()) {
            Flushed answer = answer(each.getKey(), each.getValue());
            if (FlushMember.WRITES_NOTHING.equals(answer.left())) {
                throw new IllegalStateException(answer.left());
            }
            written.or(answer.partitions());
            left = answer.left() == null ? left : answer.left();
        }
        int partitions = hazelcast.getPartitionService().getPartitions().size();
        boolean all = partitions > 0 && written.nextClearBit(0) >= partitions;
        return left != null || all
                ? left
                : "partitions are moving, members have answered for " + written.cardinality() + " of " + partitions;
    }

    private Flushed answer(Member member, Future<Flushed> answer) {
        try {
            return answer.get(Math.max(1, end - time.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            return notFlushed(member.getAddress() + ": " + failure.getCause());
        } catch (TimeoutException late) {
            return notFlushed(member.getAddress() + " has not answered" + state(member));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw interrupted(ended);
        }
    }

    /** The time of the caller is over, and what is in the way is worth another moment. */
    private String state(Member member) {
        try {
            return ": "
                    + MemberAnswers.of(hazelcast, MapNames.QUICK_QUESTIONS, new TellWriting(), member)
                            .get(ASK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException unknown) {
            return ", nor does it say what it waits for";
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static Flushed notFlushed(String why) {
        return new Flushed(new BitSet(), why);
    }

    private static IllegalStateException interrupted(@Nullable InterruptedException cause) {
        return new IllegalStateException(
                "the thread was interrupted: it is not known whether everything is in the database; what is not will be"
                        + " written as before",
                cause);
    }

    private static void pause() {
        if (!Pause.passed(PAUSE_MILLIS)) {
            throw interrupted(null);
        }
    }
}
