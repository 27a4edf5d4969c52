// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.partition.Partition;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.partition.LossMarks;
import dev.rehydrate.store.hazelcast.partition.LostShare;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks the members of a farm about all its slots, each for the partitions that it owns; all of it waits for them. */
public final class FarmSearch {

    /** A partition that moves has an owner again after some of them. */
    private static final int ROUNDS = 100;

    private final HazelcastInstance hazelcast;
    /** The members the last time that one of them did not know the question of a walk: it is not asked again for as long as they stay. */
    private volatile @Nullable Set<UUID> withOlder;
    /** The same for the question for holders. */
    private volatile @Nullable Set<UUID> withOneThatNamesNoHolders;

    private final InstantSource clock;
    private final MemberQuestions questions;

    public FarmSearch(HazelcastInstance hazelcast, InstantSource clock) {
        this.hazelcast = hazelcast;
        this.clock = clock;
        this.questions = new MemberQuestions(hazelcast);
    }

    /** Finds slots: those of one member if they are enough, chosen by chance, for a scan wants some and not the first. */
    public List<UUID> matching(SlotScan scan, int limit) {
        Set<UUID> found = new LinkedHashSet<>();
        Supplier<FindSlots> ask = () -> new FindSlots(scan, limit);
        Consumer<Answer> receiver = answer -> found.addAll(answer.slots());
        BitSet left = all();
        // It answers for what it owns; who owns what need not be known for that.
        Member chosen =
                hazelcast.getPartitionService().getPartition(UUID.randomUUID()).getOwner();
        if (chosen != null) {
            left.andNot(questions.ask(MapNames.QUICK_QUESTIONS, Map.of(chosen, left), ask, receiver));
        }
        if (found.size() < limit) {
            askAll(MapNames.QUICK_QUESTIONS, left, ask, receiver);
        }
        return found.stream().limit(limit).toList();
    }

    /**
     * Asks all members: which of them have what is due longest none of them knows. While a member is there whose build is older than this
     * question, all that wants to run is asked for, in another order.
     */
    public ScanPage walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        Set<UUID> members = members();
        if (members.equals(withOlder)) {
            return walkByAddress(scan, after, limit);
        }
        List<FoundToRun> answers = new ArrayList<>();
        try {
            askAll(
                    MapNames.QUICK_QUESTIONS,
                    all(),
                    () -> new FindToRun(scan, after, limit),
                    answer -> answers.add((FoundToRun) answer));
        } catch (HazelcastException failure) {
            if (!isUnknownThere(failure)) {
                throw failure;
            }
            withOlder = members;
            return walkByAddress(scan, after, limit);
        }
        return FoundToRun.page(answers, limit);
    }

    private ScanPage walkByAddress(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        List<SlotAddress> all =
                matching(scan, Integer.MAX_VALUE).stream().map(Addresses::of).toList();
        return ScanPage.byAddress(all, after, limit);
    }

    private Set<UUID> members() {
        return hazelcast.getCluster().getMembers().stream().map(Member::getUuid).collect(Collectors.toSet());
    }

    private static boolean isUnknownThere(Throwable failure) {
        return failure instanceof HazelcastSerializationException
                || (failure.getCause() != null && isUnknownThere(failure.getCause()));
    }

    /**
     * Finds the owners that hold an instance in some partitions, as far as their members answer now: what is not found is found by a later sweep. Each member is
     * asked once. While one is there whose build is older than this question, none are found.
     */
    public Set<OwnerId> holdersIn(Set<Integer> partitions) {
        Set<UUID> members = members();
        if (members.equals(withOneThatNamesNoHolders)) {
            return Set.of();
        }
        BitSet asked = new BitSet();
        partitions.forEach(asked::set);
        Set<OwnerId> holders = new HashSet<>();
        Consumer<Answer> receiver = answer -> answer.slots()
                .forEach(id -> holders.add(new OwnerId(id.getMostSignificantBits(), id.getLeastSignificantBits())));
        try {
            var unused = questions.ask(MapNames.QUICK_QUESTIONS, owners(asked), FindHolders::new, receiver);
        } catch (HazelcastException failure) {
            if (!isUnknownThere(failure)) {
                throw failure;
            }
            withOneThatNamesNoHolders = members;
        }
        return holders;
    }

    public Optional<Instant> nextDue(String hostType, Instant after) {
        @Nullable Instant[] next = {null};
        askAll(
                MapNames.QUICK_QUESTIONS,
                all(),
                () -> new FindNextDue(hostType, after),
                answer -> next[0] = FindNextDue.earlier(next[0], answer.moment()));
        return Optional.ofNullable(next[0]);
    }

    public RecordPage page(InstanceQuery query) {
        Map<UUID, InstanceRecord> rows = new HashMap<>();
        long[] total = {0};
        LostShare[] lost = {LostShare.NONE};
        askAll(
                Sources.mayBeAll(query) ? MapNames.LONG_QUESTIONS : MapNames.PAGE_QUESTIONS,
                all(),
                () -> new FindPage(query),
                answer -> {
                    for (StoredSlot row : answer.rows()) {
                        InstanceRecord record =
                                Objects.requireNonNull(row.slot().instance());
                        rows.put(new UUID(record.id().high(), record.id().low()), record);
                    }
                    total[0] += answer.total();
                    lost[0] = lost[0].plus(answer.lost());
                });
        RecordPage page = new QueryEvaluation(query, clock.instant()).page(rows.values().stream());
        return new RecordPage(page.records(), query.counted() ? total[0] : page.total(), gap(lost[0]));
    }

    private @Nullable String gap(LostShare lost) {
        return lost.partitions() == 0 ? null : new LossMarks(hazelcast).gap(lost);
    }

    private int partitions() {
        return hazelcast.getPartitionService().getPartitions().size();
    }

    private BitSet all() {
        BitSet all = new BitSet();
        all.set(0, partitions());
        return all;
    }

    /** Who owns the partitions that are left, as far as it is known here. */
    private Map<Member, BitSet> owners(BitSet left) {
        Map<Member, BitSet> owners = new HashMap<>();
        for (Partition partition : hazelcast.getPartitionService().getPartitions()) {
            Member owner = partition.getOwner();
            if (owner != null && left.get(partition.getPartitionId())) {
                owners.computeIfAbsent(owner, member -> new BitSet()).set(partition.getPartitionId());
            }
        }
        return owners;
    }

    /** Each partition is answered for once: one that has moved meanwhile is asked for again, where it is then. */
    private <Q extends Question> void askAll(
            String executor, BitSet left, Supplier<Q> question, Consumer<Answer> receiver) {
        for (int round = 0; round < ROUNDS; round++) {
            left.andNot(questions.ask(executor, owners(left), question, receiver));
            if (left.isEmpty()) {
                return;
            }
            questions.pause();
        }
        throw new StorageException(
                Effect.NONE,
                "no member answers for " + left.cardinality() + " of " + partitions()
                        + " partitions: they have no owner just now, are still being filled from the database,"
                        + " or too few members are here",
                null);
    }

    public void close() {
        questions.close();
    }
}
