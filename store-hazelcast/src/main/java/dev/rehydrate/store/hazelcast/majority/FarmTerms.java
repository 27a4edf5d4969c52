// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.cluster.impl.ClusterServiceImpl;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.spi.impl.NodeEngineImpl;
import com.hazelcast.spi.impl.executionservice.ExecutionService;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.term.Candidacy;
import dev.rehydrate.store.hazelcast.term.MemberTerm;
import dev.rehydrate.store.hazelcast.term.Term;
import dev.rehydrate.store.hazelcast.term.Vote;
import dev.rehydrate.time.TimeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Under which term a member of a protected farm decides (ADR 65). The eldest member of a view establishes a term for it and
 * tells the others. Nothing waits here: without a term an operation fails, the engine tries it again, and the term is sought
 * meanwhile.
 */
public final class FarmTerms {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final String CONTEXT_KEY = "dev.rehydrate.terms";
    private static final Object NOT_PROTECTED = new Object();
    private static final long CALL_TIMEOUT_MILLIS = 1000;
    private static final long PAUSE_MILLIS = 100;
    /** A round takes about one millisecond; further attempts within this time would only disturb it. */
    private static final long PACE = TimeUnit.MILLISECONDS.toNanos(20);

    private static final TimeSource TIME = TimeSource.system();

    private final MemberTerm state = new MemberTerm();
    private final NodeEngineImpl engine;
    private final int needed;
    private final Consumer<Runnable> later;
    private final AtomicLong soughtAt = new AtomicLong(TIME.nanoTime() - PACE);
    private final AtomicBoolean seeksAgain = new AtomicBoolean();
    private final AtomicLong highest = new AtomicLong();
    /** The members that are being asked for a promise: a second round would take away from the first what it got. */
    private final AtomicReference<@Nullable Set<Member>> asked = new AtomicReference<>();

    private volatile @Nullable Seen seen;

    /** A view for which the term is known, so that the members are compared once. */
    private record Seen(Set<Member> members, long number) {

        boolean isOf(Set<Member> present) {
            return isSame(members, present);
        }
    }

    @SuppressWarnings("ReferenceEquality") // The engine makes a new set for each change, and never changes one.
    private static boolean isSame(Set<Member> one, Set<Member> other) {
        return one == other;
    }

    private FarmTerms(NodeEngineImpl engine, int needed) {
        this(engine, needed, task -> {
            var unused = engine.getExecutionService().schedule(task, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        });
    }

    /** With another way to search again after a pause. */
    FarmTerms(NodeEngineImpl engine, int needed, Consumer<Runnable> later) {
        this.engine = engine;
        this.needed = needed;
        this.later = later;
    }

    /** {@return the terms of a member, or null if it is not a member of a protected farm} */
    public static @Nullable FarmTerms of(@Nullable HazelcastInstance member) {
        if (member == null) {
            return null;
        }
        ConcurrentMap<String, Object> context = member.getUserContext();
        Object known = context.get(CONTEXT_KEY);
        if (known == null) {
            int needed = LocalQuorumView.needed(member);
            known = context.computeIfAbsent(CONTEXT_KEY, key -> made(member, needed));
        }
        return known instanceof FarmTerms terms ? terms : null;
    }

    private static Object made(HazelcastInstance member, int needed) {
        HazelcastInstance real = member instanceof HazelcastInstanceProxy proxy ? proxy.getOriginal() : member;
        return needed == 0 || !(real instanceof HazelcastInstanceImpl running)
                ? NOT_PROTECTED
                : new FarmTerms(running.node.getNodeEngine(), needed);
    }

    public MemberTerm state() {
        return state;
    }

    public NodeEngineImpl engine() {
        return engine;
    }

    /** {@return the number of the term under which this member decides now, or 0 if there is none} */
    public long current() {
        Set<Member> members = members();
        Seen known = seen;
        if (known != null && known.isOf(members) && state.isCurrent(known.number)) {
            return known.number;
        }
        long number = state.currentIn(ids(members));
        if (number != 0) {
            seen = new Seen(members, number);
        }
        return number;
    }

    /**
     * The number of the term under which this member decides now.
     *
     * @throws RetryableHazelcastException if there is none; the engine tries again
     */
    public long required() {
        long number = current();
        if (number == 0) {
            seek();
            throw new RetryableHazelcastException("the members that are here have no term yet");
        }
        return number;
    }

    private Set<Member> members() {
        return cluster().getMembershipManager().getMemberSet();
    }

    private ClusterServiceImpl cluster() {
        return engine.getNode().getClusterService();
    }

    private static Set<UUID> ids(Set<Member> members) {
        Set<UUID> ids = new HashSet<>();
        members.forEach(member -> ids.add(member.getUuid()));
        return ids;
    }

    /** Lets the eldest member establish a term, or say which one there is. Does not wait. */
    void seek() {
        long last = soughtAt.get();
        long now = TIME.nanoTime();
        if (now - last >= PACE && soughtAt.compareAndSet(last, now)) {
            engine.getExecutionService().execute(ExecutionService.ASYNC_EXECUTOR, this::seekNow);
        }
    }

    private void seekNow() {
        ClusterServiceImpl cluster = cluster();
        if (!engine.isRunning() || members().size() < needed || hasTerm()) {
            return;
        }
        seekAgainLater();
        if (!cluster.isJoined()) {
            return;
        }
        if (cluster.isMaster()) {
            establish();
        } else {
            Member eldest = members().iterator().next();
            var unused = send(eldest, TermCall.seek(state.promised()));
        }
    }

    /** A message may be lost, or the eldest member may not know yet that it is the eldest; no other member has to ask again. */
    private void seekAgainLater() {
        if (seeksAgain.compareAndSet(false, true)) {
            try {
                later.accept(() -> {
                    seeksAgain.set(false);
                    seekNow();
                });
            } catch (RuntimeException | Error noTimer) {
                // As when memory is short: this search goes on, and the next one plans another.
                seeksAgain.set(false);
                LOG.debug("no further search for a term could be planned", noTimer);
            }
        }
    }

    /** {@return whether there is nothing to establish or to ask for; the eldest member needs a term that each member can take over} */
    private boolean hasTerm() {
        long number = current();
        return number != 0 && (number >= highest.get() || !cluster().isMaster());
    }

    /**
     * As the eldest member: tells the term that there is, or establishes one.
     *
     * @param promised what the other member has promised. It may be more than the term, as of one that was the eldest of a view of its own
     *     before it came back: without a later term it would decide nothing for as long as no member comes or leaves
     */
    void beSought(@Nullable Member seeker, long promised) {
        highest.accumulateAndGet(promised, Math::max);
        Term told = state.told();
        if (told != null && hasTerm() && current() == told.number() && seeker != null) {
            var unused = send(seeker, TermCall.adopt(told));
        } else {
            seek();
        }
    }

    private void establish() {
        Set<Member> members = members();
        Set<Member> before = asked.get();
        if ((before != null && isSame(before, members)) || !asked.compareAndSet(before, members)) {
            return;
        }
        try {
            var unused = ask(members).whenComplete((all, failure) -> asked.compareAndSet(members, null));
        } catch (RuntimeException | Error failure) {
            // As when memory is short: while these members count as asked, none of them is asked again.
            asked.compareAndSet(members, null);
            throw failure;
        }
    }

    private CompletableFuture<Void> ask(Set<Member> members) {
        long number = 1 + Math.max(state.promised(), highest.get());
        Candidacy candidacy = new Candidacy(new Term(number, ids(members)), needed);
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (Member member : members) {
            answers.add(vote(member, number).thenAccept(vote -> {
                Term established = candidacy.count(member.getUuid(), vote);
                if (established != null) {
                    tell(established, members);
                    asked.compareAndSet(members, null);
                }
            }));
        }
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]));
    }

    private void tell(Term established, Set<Member> members) {
        Term before = state.told();
        state.adopt(established);
        if (before != null && established.membersOf(before) < needed) {
            // New members have promised nothing to the others, who may have a majority where they are.
            LOG.warn(
                    "this farm has a majority only with members that are new: of the members here, {} took part in its last"
                            + " decisions, fewer than the {} of a majority. If the members that are missing have ended, nothing is"
                            + " wrong. If they run and are only cut off, both sides acknowledge changes now, and those of one side"
                            + " are lost when they meet: end the new members at once",
                    established.membersOf(before),
                    needed);
        }
        for (Member member : members) {
            if (!member.localMember()) {
                var unused = send(member, TermCall.adopt(established));
            }
        }
    }

    /** Asks a member for its promise; with number 0 only for what it knows. */
    private CompletableFuture<Vote> vote(Member member, long number) {
        if (member.localMember()) {
            return CompletableFuture.completedFuture(state.vote(number));
        }
        return send(member, TermCall.vote(number)).thenApply(answer -> {
            Vote vote = TermCall.vote(answer);
            // A number that was refused is too small for the next attempt too.
            highest.accumulateAndGet(vote.promised(), Math::max);
            return vote;
        });
    }

    /** Asks all other members for the largest term of their data; fails if one of them does not answer. */
    CompletableFuture<Long> acceptedElsewhere() {
        CompletableFuture<Long> largest = CompletableFuture.completedFuture(MemberTerm.UNKNOWN);
        for (Member member : members()) {
            if (!member.localMember()) {
                largest = largest.thenCombine(vote(member, 0), (known, vote) -> Math.max(known, vote.accepted()));
            }
        }
        return largest;
    }

    private CompletableFuture<long[]> send(Member to, TermCall call) {
        CompletableFuture<long[]> answer = new CompletableFuture<>();
        try {
            var unused = engine.getOperationService()
                    .createInvocationBuilder(MapService.SERVICE_NAME, call, to.getAddress())
                    .setTryCount(1)
                    .setCallTimeout(CALL_TIMEOUT_MILLIS)
                    .<long[]>invoke()
                    .whenCompleteAsync(
                            (result, failure) -> {
                                if (failure == null) {
                                    answer.complete(result);
                                } else {
                                    answer.completeExceptionally(failure);
                                }
                            },
                            Runnable::run);
        } catch (RuntimeException notSent) {
            answer.completeExceptionally(notSent);
        }
        // The engine waits much longer for a member that is silent.
        return answer.orTimeout(CALL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }
}
