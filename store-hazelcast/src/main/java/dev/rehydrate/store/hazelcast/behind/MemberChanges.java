// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.client.HazelcastClientNotActiveException;
import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.internal.partition.MigrationAwareService;
import com.hazelcast.internal.partition.MigrationEndpoint;
import com.hazelcast.internal.partition.PartitionMigrationEvent;
import com.hazelcast.internal.partition.PartitionReplicationEvent;
import com.hazelcast.internal.services.ManagedService;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.operationservice.Operation;
import dev.rehydrate.slot.ClockSkew;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.behind.write.BehindWriter;
import dev.rehydrate.store.hazelcast.behind.write.Flushed;
import dev.rehydrate.store.hazelcast.behind.write.SlotArchive;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a farm with write-behind knows of changes that are not in the database yet. The engine tells it which partitions come
 * and go; changes are noted by the threads of the partitions.
 */
public final class MemberChanges implements ManagedService, MigrationAwareService {

    private static final String SERVICE = "rehydrate.behind";
    private static final String CONTEXT_KEY = "dev.rehydrate.behind";

    private final SlotArchive archive;
    private final Duration delay;
    private final TimeSource time;
    private volatile boolean stopping;
    private volatile boolean closing;
    private volatile boolean filled;
    private @Nullable HazelcastInstance member;
    private @Nullable BehindWriter writer;
    private @Nullable WriterThread thread;
    private @Nullable MarksInPartitions marks;
    private @Nullable Instant began;

    private MemberChanges(SlotArchive archive, Duration delay, TimeSource time) {
        this.archive = archive;
        this.delay = delay;
        this.time = time;
    }

    /** Lets the member of a configuration write behind. */
    public static void keepIn(Config config, SlotArchive archive, Duration delay, TimeSource time) {
        ConfigAccessor.getServicesConfig(config)
                .addServiceConfig(new ServiceConfig()
                        .setEnabled(true)
                        .setName(SERVICE)
                        .setImplementation(new MemberChanges(archive, delay, time)));
    }

    /** {@return the changes of a member, or null if it does not write behind, and on clients} */
    public static @Nullable MemberChanges of(@Nullable HazelcastInstance member) {
        try {
            return member == null
                    ? null
                    : (MemberChanges) member.getUserContext().get(CONTEXT_KEY);
        } catch (HazelcastInstanceNotActiveException | HazelcastClientNotActiveException stopped) {
            return null;
        }
    }

    /**
     * Notes a change of a slot; called by the thread of its partition, on the member that owns it, before the slot is stored.
     *
     * @param decidedAt when the slot is said to have changed. A mark can have been made until the change was noted, and must not be later.
     * @throws RetryableHazelcastException if this member stops: another one will own the slot; or if this thread has stood still meanwhile
     */
    public static void changing(@Nullable HazelcastInstance member, UUID slot, Instant decidedAt) {
        MemberChanges changes = of(member);
        if (changes != null) {
            changes.note(slot);
            if (changes.now().isAfter(decidedAt.plus(ClockSkew.MOST))) {
                throw new RetryableHazelcastException("this change was decided too long ago, and is decided again");
            }
        }
    }

    /**
     * Tells whether a slot may be forgotten of which no more is left than that it was used. Its row may be as the slot was before its end, and would come
     * back at the next start if the member ended that is to remove it: the next one finds what is there, and not what is not.
     *
     * @return whether the database has the last change of the slot; true where nothing is written behind
     */
    public static boolean isWritten(@Nullable HazelcastInstance member, UUID slot) {
        MemberChanges changes = of(member);
        return changes == null || changes.writer().isWritten(slot);
    }

    /** Notes that a slot may have changed, or have gone, without this member knowing of it. */
    static void noteAgain(@Nullable HazelcastInstance member, UUID slot) {
        MemberChanges changes = of(member);
        if (changes != null) {
            changes.note(slot);
        }
    }

    private void note(UUID slot) {
        if (closing) {
            throw new RetryableHazelcastException("this member stops, and has written to the database what it had");
        }
        writer().note(slot);
    }

    /** Notes that a slot with which the farm begins is not as its row is; called before it is stored. */
    static void restoring(@Nullable HazelcastInstance member, UUID slot) {
        MemberChanges changes = of(member);
        if (changes != null) {
            changes.writer().note(slot);
        }
    }

    /**
     * As {@link #changing}, of a slot that the sides of a split have left differently. Both may have written it to the database, and got
     * equally far: the one that stays is the later change from now on.
     *
     * @param stays the slot that stays
     * @param goes the slot of the other side; {@link Slot#EMPTY} if it has none
     * @return what is to be stored
     */
    public static Slot merging(@Nullable HazelcastInstance member, UUID slot, Slot stays, Slot goes) {
        MemberChanges changes = of(member);
        if (changes == null) {
            return stays;
        }
        changes.writer().note(slot);
        return stays.changedAfter(goes, changes.now());
    }

    /**
     * Lets all slots of a partition of this member be compared with their rows, now that two sides of a split are one: it is not known what was
     * written.
     *
     * @return when that was; the beginning of time if this member does not write
     */
    static Instant compareAll(@Nullable HazelcastInstance member, UUID inPartition) {
        MemberChanges changes = of(member);
        if (member == null || changes == null) {
            return Instant.EPOCH;
        }
        return changes.writer()
                .compareAll(
                        member.getPartitionService().getPartition(inPartition).getPartitionId());
    }

    /** What health says of the changes of this member, or null if all is well. */
    public static @Nullable String healthIssue(HazelcastInstance hazelcast) {
        MemberChanges changes = of(hazelcast);
        return changes == null ? null : changes.writer().healthIssue();
    }

    /** {@return whether the farm was filled when this member began to write, so that what a member has is all; true also where nothing is written} */
    public static boolean isFilled(@Nullable HazelcastInstance member) {
        MemberChanges changes = of(member);
        return changes == null || changes.filled;
    }

    /**
     * Begins to write, after the farm was filled.
     *
     * @param first whether this member is the first one of the farm: all that is there is in the database then, but for what was
     *     changed since this member started
     */
    public void start(boolean first) {
        if (first) {
            Objects.requireNonNull(marks).fill(Objects.requireNonNull(began).minus(ClockSkew.MOST));
        }
        filled = true;
        thread().start();
    }

    /** {@return what waits to be written here, and on what} */
    String state() {
        Instant since = writer().writingSince();
        String issue = writer().healthIssue();
        List<String> blockers = since == null ? List.of() : archive.blockers();
        return (since == null ? writer().waiting() + " changed instances and keys wait" : "it writes since " + since)
                + (blockers.isEmpty() ? "" : ", and waits in the database for " + String.join("; ", blockers))
                + (issue == null ? "" : "; " + issue);
    }

    /** Writes what was noted before. A mark that a member makes says that the farm was filled, so none is made before. */
    Flushed flush() {
        return filled
                ? thread().flushForCaller()
                : new Flushed(new BitSet(), "a member is still being filled from the database");
    }

    /**
     * Writes what is left, and what the database has lost since it was written; then changes nothing any more, and writes what was changed
     * meanwhile. If the database does not answer, or not soon, the rest is left to the other members, if one of them stays; if none does, this member
     * goes on for as long as the database takes something, or has answered within the last minute.
     *
     * @param patience for how long the first is tried
     * @return what is not written, why, and what becomes of it; null if all is written
     */
    public @Nullable String finish(Duration patience) {
        stopping = true;
        String before = thread().writeAll(patience);
        closing = true;
        String unanswered = unanswered();
        if (unanswered != null
                && !Objects.requireNonNull(member).getLifecycleService().isRunning()) {
            return "the member has ended: " + unanswered;
        }
        return finish(before, unanswered);
    }

    /** Changes wait for the next owner from here on, and must not wait for a database that is away. */
    private @Nullable String finish(@Nullable String before, @Nullable String unanswered) {
        boolean isUnknown = before != null && !thread().wasAnswered();
        OtherMembers others = new OtherMembers(Objects.requireNonNull(member), time);
        boolean isLeft = (isUnknown || unanswered != null) && others.stay();
        String left = isLeft ? before : thread().writeRest(isUnknown, others::stay);
        thread().stop();
        String why = left == null ? notKnown(isUnknown ? before : null, unanswered) : left;
        return why == null ? null : told(why, isLeft || others.stay());
    }

    /** Also if there was nothing to write: the database may lack what was written. */
    private @Nullable String notKnown(@Nullable String unknownBefore, @Nullable String unanswered) {
        return unknownBefore == null || thread().wasAnswered() ? unanswered : unknownBefore;
    }

    /**
     * Waits for the changes under way. A thread can stand still, or the whole process for so long that the time is over: what is noted is to be written
     * all the same.
     *
     * @return why changes may be under way that are not noted yet, or null if none is
     */
    private @Nullable String unanswered() {
        try {
            writer().awaitChangesUnderWay();
            return null;
        } catch (IllegalStateException standstill) {
            return standstill.getMessage();
        }
    }

    private String told(String why, boolean othersStay) {
        int waiting = writer().waiting();
        if (waiting == 0) {
            return "it is not known whether the database has all that was written to it: " + why;
        }
        return waiting + " changed instances and keys of it are not in the database (" + why + "); "
                + (othersStay
                        ? "the other members write them"
                        : "no other member stays, so that they are lost when the last one has ended: before all members"
                                + " are stopped, let a flush succeed");
    }

    /** {@return whether this member is about to stop, so that nothing can be left to it; asked by others} */
    boolean isStopping() {
        return stopping;
    }

    private Instant now() {
        return ClusterClock.of(member, time).instant();
    }

    private BehindWriter writer() {
        return Objects.requireNonNull(writer);
    }

    private WriterThread thread() {
        return Objects.requireNonNull(thread);
    }

    @Override
    public void init(NodeEngine nodeEngine, Properties properties) {
        HazelcastInstance own = nodeEngine.getHazelcastInstance();
        member = own;
        marks = new MarksInPartitions(own);
        writer = new BehindWriter(new MemberSlots(nodeEngine), archive, marks, this::now);
        began = time.instant();
        thread = new WriterThread(writer, delay.dividedBy(2), time);
        own.getUserContext().put(CONTEXT_KEY, this);
    }

    @Override
    public void beforeMigration(PartitionMigrationEvent event) {
        if (event.getMigrationEndpoint() == MigrationEndpoint.DESTINATION && event.getNewReplicaIndex() == 0) {
            writer().arrived(event.getPartitionId());
        }
    }

    @Override
    public void commitMigration(PartitionMigrationEvent event) {
        if (event.getMigrationEndpoint() == MigrationEndpoint.SOURCE && event.getCurrentReplicaIndex() == 0) {
            writer().gone(event.getPartitionId());
        }
    }

    @Override
    public void rollbackMigration(PartitionMigrationEvent event) {
        if (event.getMigrationEndpoint() == MigrationEndpoint.DESTINATION) {
            writer().gone(event.getPartitionId());
        }
    }

    @Override
    public @Nullable Operation prepareReplicationOperation(PartitionReplicationEvent event) {
        return null;
    }

    @Override
    public void reset() {
        // What this member owned goes to others by a merge, which note it; partitions come to it again.
        writer().goneAll();
    }

    @Override
    public void shutdown(boolean terminate) {
        thread().stop();
    }
}
