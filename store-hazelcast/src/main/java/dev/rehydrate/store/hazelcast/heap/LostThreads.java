// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.internal.util.executor.HazelcastManagedThread;
import com.hazelcast.spi.impl.operationexecutor.OperationHostileThread;
import com.hazelcast.spi.impl.operationexecutor.impl.OperationThread;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether the threads are there without which a member does not answer: those of partitions, of other operations, of responses and of
 * connections. They end when the heap is full and even the report of that fails, and the engine does not start them again (ADR 302).
 *
 * <p>Has a thread of its own, which needs no memory to go on.
 */
public final class LostThreads implements LifecycleListener {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final String CONTEXT_KEY = "dev.rehydrate.lost-threads";
    private static final Duration LOOKS = Duration.ofSeconds(1);

    /** A change that is being decided is sent to its backups well within it, also where the garbage collector runs meanwhile. */
    private static final Duration LAST_BACKUPS = Duration.ofSeconds(1);

    private final HazelcastInstance member;
    private final Thread looking;
    private volatile boolean ended;
    private volatile boolean ending;
    private volatile List<Thread> threads = List.of();
    private volatile @Nullable String issue;
    private boolean told;

    private LostThreads(HazelcastInstance member) {
        this.member = member;
        this.looking = new Thread(this::run, "rehydrate-threads");
        looking.setDaemon(true);
    }

    /** Begins to look at the threads of a member that has started, until it ends. */
    public static void watch(HazelcastInstance member) {
        LostThreads watch = new LostThreads(member);
        member.getUserContext().put(CONTEXT_KEY, watch);
        member.getLifecycleService().addLifecycleListener(watch);
        watch.threads = threadsOf(member);
        watch.looking.start();
    }

    /** {@return what looks at the threads of a member, or null on clients and on members that the application has started} */
    public static @Nullable LostThreads of(HazelcastInstance hazelcast) {
        return (LostThreads) hazelcast.getUserContext().get(CONTEXT_KEY);
    }

    /** {@return what a person should know, also after the member has ended because of it; empty if no thread is missing} */
    public Optional<String> issue() {
        return Optional.ofNullable(issue);
    }

    /** Tells whether a member is about to end because of a thread that it has lost, and so decides nothing more. */
    public static boolean isEnding(@Nullable HazelcastInstance member) {
        LostThreads watch = member == null ? null : of(member);
        return watch != null && watch.ending;
    }

    private static List<Thread> threadsOf(HazelcastInstance member) {
        String prefix = "hz." + member.getName() + ".";
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix) && isNeeded(thread))
                .toList();
    }

    /** Others end when they have nothing to do, or are replaced. */
    private static boolean isNeeded(Thread thread) {
        return thread instanceof OperationThread
                || (thread instanceof HazelcastManagedThread && thread instanceof OperationHostileThread);
    }

    private void run() {
        while (!ended && member.getLifecycleService().isRunning()) {
            LockSupport.parkNanos(LOOKS.toNanos());
            lookAnyway();
        }
    }

    private void lookAnyway() {
        try {
            look();
        } catch (RuntimeException | Error failure) {
            // Where a thread has ended memory is short: what fails for that is done with the next look.
        }
    }

    @SuppressWarnings("ReferenceEquality") // Whether it was replaced.
    private void look() {
        List<Thread> seen = threads;
        for (Thread thread : seen) {
            // Those that end with the member, or for a merge, have been taken off before.
            if (!thread.isAlive() && threads == seen) {
                lost(thread);
                return;
            }
        }
    }

    private void lost(Thread thread) {
        issue = "a thread of this member has ended, as when its heap is full, and what it did is not done any more: "
                + thread.getName() + "; end this process, and start it again";
        boolean othersStay = member.getCluster().getMembers().size() > 1;
        try {
            tell(othersStay);
        } finally {
            if (othersStay) {
                end();
            }
        }
    }

    /**
     * Decides nothing more first: what is decided while connections close is acknowledged to a client that still has one, although its
     * backup was not sent.
     */
    private void end() {
        ending = true;
        LockSupport.parkNanos(LAST_BACKUPS.toNanos());
        member.getLifecycleService().terminate();
    }

    /** Once. */
    private void tell(boolean othersStay) {
        if (!told) {
            LOG.error(
                    "{} ({}). Let the JVM end by itself in such a case: -XX:+ExitOnOutOfMemoryError",
                    issue,
                    othersStay
                            ? "the member ends now, and " + othersHave()
                            : "the member goes on as well as it can, for no other one has what it has");
            told = true;
        }
    }

    private String othersHave() {
        return member.getConfig().getMapConfig(MapNames.SLOTS).getBackupCount() == 0
                ? "the others do not have what was only in its memory, because backup-count=0"
                : "the others take over what it had";
    }

    @Override
    public void stateChanged(LifecycleEvent event) {
        switch (event.getState()) {
            case SHUTTING_DOWN -> {
                threads = List.of();
                ended = true;
                LockSupport.unpark(looking);
            }
            case MERGING -> threads = List.of();
            case MERGED, MERGE_FAILED -> threads = threadsOf(member);
            default -> {
                // The threads stay as they are.
            }
        }
    }
}
