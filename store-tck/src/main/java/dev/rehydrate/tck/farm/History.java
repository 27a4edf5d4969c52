// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What all stores of one test did to their data, watched from below, and what must never have happened. */
final class History {

    private final Map<SlotAddress, Mark> highest = new HashMap<>();
    private final Set<OwnerId> owners = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private volatile boolean hasLateAnswers;
    private volatile boolean hasDoubts;

    /** Watches what a store does to its engine. */
    StorageEngine watch(StorageEngine engine) {
        return new WatchedEngine(engine, this);
    }

    /** An engine has answered after its call returned: it has threads of its own. */
    void sawLateAnswer() {
        hasLateAnswers = true;
    }

    /** The engine itself has failed: this is below the faults that are injected. */
    void sawFailure(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof StorageException storage && storage.effect() == Effect.UNKNOWN) {
            hasDoubts = true;
        }
    }

    /** {@return whether the engine itself has reported an unknown effect} */
    boolean hasDoubts() {
        return hasDoubts;
    }

    boolean hasLateAnswers() {
        return hasLateAnswers;
    }

    synchronized void owner(OwnerId owner) {
        owners.add(owner);
    }

    /** The latest that is known of an address; what is read from now on must not be older. */
    synchronized @Nullable Mark latest(SlotAddress at) {
        return highest.get(at);
    }

    /** Notes a state that was read after {@code before} was known. */
    synchronized void saw(SlotAddress at, @Nullable Mark before, Slot slot) {
        InstanceRecord record = slot.instance();
        if (record == null) {
            highest.putIfAbsent(at, Mark.NOTHING);
            return;
        }
        Mark mark = Mark.of(record.header());
        if (before != null && mark.isBehind(before)) {
            violations.add("it went back from " + before + " to " + mark + ": " + at);
        }
        highest.merge(at, mark, (known, seen) -> seen.isBehind(known) ? known : seen);
        checkState(at, record);
    }

    private void checkState(SlotAddress at, InstanceRecord record) {
        InstanceHeader header = record.header();
        require(SlotAddress.of(header.id()).equals(at), "an instance is not at its address", at);
        require(
                header.holder() == null || owners.contains(header.holder()),
                "hold of an unknown owner: " + header.holder(),
                at);
        if (header.state() == InstanceState.COMPLETED) {
            require(header.holder() == null, "completed, and held", at);
            require(header.dueAt() == null, "completed, and due", at);
            require(
                    record.keys().values().stream().allMatch(key -> key.state() == KeyState.COMPLETED),
                    "completed, with a key that still routes to it",
                    at);
        }
        require(
                header.state() != InstanceState.UNINITIALIZED || record.data().isEmpty(),
                "uninitialized, with data",
                at);
    }

    private void require(boolean holds, String otherwise, SlotAddress at) {
        if (!holds) {
            violations.add(otherwise + ": " + at);
        }
    }

    /** {@return the addresses at which anything happened} */
    synchronized Set<SlotAddress> addresses() {
        return Set.copyOf(highest.keySet());
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /**
     * How far an instance had come.
     *
     * @param incarnation which life
     * @param revision the number of its state
     * @param token the fencing token
     */
    record Mark(long incarnation, long revision, long token) {

        private static final Mark NOTHING = new Mark(0, 0, 0);

        private static Mark of(InstanceHeader header) {
            return new Mark(
                    header.revision().incarnation(),
                    header.revision().number(),
                    header.token().value());
        }

        static Mark of(SaveReceipt receipt) {
            return new Mark(
                    receipt.revision().incarnation(),
                    receipt.revision().number(),
                    receipt.token().value());
        }

        static @Nullable Mark later(@Nullable Mark one, @Nullable Mark other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return one.isBehind(other) ? other : one;
        }

        private boolean isBehind(Mark other) {
            return incarnation < other.incarnation
                    || (incarnation == other.incarnation && (revision < other.revision || token < other.token));
        }
    }
}
