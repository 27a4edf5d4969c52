// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.spi.exception.RetryableException;
import com.hazelcast.spi.exception.TargetDisconnectedException;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a question to members at once, and waits for their answers. */
final class MemberQuestions {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final long PATIENCE_SECONDS = 30;
    private static final long PAUSE_MILLIS = 100;

    private final HazelcastInstance hazelcast;
    private final CountDownLatch closed = new CountDownLatch(1);

    MemberQuestions(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    /**
     * Asks.
     *
     * @param executor what runs it on the members
     * @param asked the members, and for which partitions
     * @param question makes the question
     * @param receiver gets the answers, one after the other
     * @return the partitions that were answered for; a member that leaves meanwhile answers for none
     */
    <Q extends Question> BitSet ask(
            String executor, Map<Member, BitSet> asked, Supplier<Q> question, Consumer<Answer> receiver) {
        Map<Member, Future<Answer>> sent = new HashMap<>();
        Q own = null;
        for (Map.Entry<Member, BitSet> each : asked.entrySet()) {
            Q one = question.get();
            one.setPartitions(each.getValue());
            if (each.getKey().localMember()) {
                own = one;
            } else {
                sent.put(each.getKey(), hazelcast.getExecutorService(executor).submitToMember(one, each.getKey()));
            }
        }
        BitSet answered = new BitSet();
        if (own != null) {
            own.setHazelcastInstance(hazelcast);
            receive(own.call(), answered, receiver);
        }
        sent.forEach((member, answer) -> receive(awaited(member, answer), answered, receiver));
        return answered;
    }

    private static void receive(Answer answer, BitSet answered, Consumer<Answer> receiver) {
        if (!answer.partitions().isEmpty()) {
            answered.or(answer.partitions());
            receiver.accept(answer);
        }
    }

    private static Answer awaited(Member member, Future<Answer> answer) {
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            // That a member has left is told as itself, other failures as what was thrown there.
            if (isGone(failure) || isGone(failure.getCause())) {
                LOG.debug("a member has not answered, and what it owns is asked for again: member={}", member, failure);
                return new Answer();
            }
            throw new HazelcastException("member " + member.getAddress() + ": " + failure, failure);
        } catch (TimeoutException silent) {
            throw new HazelcastException(
                    "member " + member.getAddress() + " has not answered for " + PATIENCE_SECONDS + " s", silent);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new HazelcastException("interrupted while waiting for " + member.getAddress(), ended);
        }
    }

    private static boolean isGone(@Nullable Throwable cause) {
        return cause instanceof RetryableException
                || cause instanceof MemberLeftException
                || cause instanceof TargetDisconnectedException
                || cause instanceof HazelcastInstanceNotActiveException;
    }

    /** Waits for a moment, unless the store ends. */
    void pause() {
        try {
            if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new HazelcastInstanceNotActiveException("the store is closed");
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new HazelcastException("interrupted while waiting for the farm", ended);
        }
    }

    void close() {
        closed.countDown();
    }
}
