// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.cluster.MembershipAdapter;
import com.hazelcast.cluster.MembershipEvent;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store does when a member joins or leaves. The owners of one that left expire at once: each remaining member declares it. */
public final class Memberships extends MembershipAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 10;

    private final Function<UUID, CompletionStage<Integer>> expireAllOf;
    private final Runnable agreeOnTime;
    private final TimeSource time;

    /**
     * A listener for one store.
     *
     * @param expireAllOf declares that the owners of a member have expired; its failure is a {@link StorageException}
     * @param agreeOnTime asks the members anew what time it is
     * @param time schedules what is tried again
     */
    public Memberships(Function<UUID, CompletionStage<Integer>> expireAllOf, Runnable agreeOnTime, TimeSource time) {
        this.expireAllOf = expireAllOf;
        this.agreeOnTime = agreeOnTime;
        this.time = time;
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        LOG.info(
                "a member has joined: address={} members={}",
                AddressText.of(event.getMember().getAddress()),
                event.getMembers().size());
        agreeOnTime.run();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        UUID left = event.getMember().getUuid();
        LOG.info(
                "a member has left: address={} members={}",
                AddressText.of(event.getMember().getAddress()),
                event.getMembers().size());
        expireOwnersOf(left, 1);
        agreeOnTime.run();
    }

    /** The member that was asked, or its backup, may be the next one that leaves: all that remain have asked it. */
    private void expireOwnersOf(UUID left, int attempt) {
        var unused = expireAllOf.apply(left).exceptionally(failure -> {
            if (attempt < ATTEMPTS && mayBeUndone(failure)) {
                time.schedule(PAUSE, () -> expireOwnersOf(left, attempt + 1));
            } else {
                LOG.warn("the owners of a member that left expire only after their leases: member={}", left, failure);
            }
            return 0;
        });
    }

    private static boolean mayBeUndone(Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return cause instanceof StorageException told && told.effect() == Effect.UNKNOWN;
    }
}
