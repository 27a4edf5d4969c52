// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.SlotOperation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Engines that break one promise each about recorded changes, and keep all others. */
final class BrokenRecorders {

    private BrokenRecorders() {}

    /** Stores other changes than were decided. */
    abstract static class Recorder extends HeapEngine {
        Recorder(Data data, InstantSource clock) {
            super(data, clock);
        }

        abstract @Nullable ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next);

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            return with(next, changes(operation, stored, next));
        }

        static Slot with(Slot slot, @Nullable ChangeLog changes) {
            return new Slot(
                    slot.instance(),
                    slot.claim(),
                    slot.claimEpoch(),
                    slot.recent(),
                    slot.tombstone(),
                    slot.changedAt(),
                    changes);
        }

        static @Nullable ChangeLog each(@Nullable ChangeLog log, UnaryOperator<List<RecordedChange>> edit) {
            if (log == null) {
                return null;
            }
            ChangeLog next = ChangeLog.empty(log.capacity());
            for (RecordedChange change : edit.apply(log.changes())) {
                next = next.with(log.capacity(), change);
            }
            return next;
        }
    }

    /** Records what was not to be recorded. */
    static final class Eager extends Recorder {
        Eager(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            InstanceRecord record = next.instance();
            return record == null || next.changes() != null || !(operation instanceof CommitInstance commit)
                    ? next.changes()
                    : ChangeLog.empty(2).with(2, change(commit, next, record));
        }

        private static RecordedChange change(CommitInstance commit, Slot next, InstanceRecord record) {
            return new RecordedChange(
                    next.changedAt(),
                    commit.caller().owner(),
                    RecordedCommand.SAVE,
                    record.header().revision().number(),
                    0,
                    Set.of());
        }
    }

    /** Keeps all changes. */
    static final class Unbounded extends Recorder {
        Unbounded(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            ChangeLog log = next.changes();
            if (log == null || stored.changes() == null || log.equals(stored.changes())) {
                return log;
            }
            List<RecordedChange> all = log.changes();
            return stored.changes().with(ChangeLog.MOST, all.get(all.size() - 1));
        }
    }

    /** Keeps the first changes and not the last ones. */
    static final class Nostalgic extends Recorder {
        Nostalgic(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            ChangeLog before = stored.changes();
            return before != null && next.changes() != null && before.size() == before.capacity()
                    ? before
                    : next.changes();
        }
    }

    /** Keeps the changes in the wrong order. */
    static final class Backward extends Recorder {
        Backward(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return next.changes();
        }

        @Override
        Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
            return with(stored, each(stored.changes(), changes -> {
                List<RecordedChange> turned = new ArrayList<>(changes);
                Collections.reverse(turned);
                return turned;
            }));
        }
    }

    /** Loses the changes when a hold is given back. */
    static final class Absent extends Recorder {
        Absent(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return operation instanceof ReleaseHold ? null : next.changes();
        }
    }

    /** Says the revision before the change. */
    static final class Outdated extends Recorder {
        Outdated(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            InstanceRecord before = stored.instance();
            return before == null || next.changes() == null || next.changes().equals(stored.changes())
                    ? next.changes()
                    : each(next.changes(), all -> {
                        List<RecordedChange> other = new ArrayList<>(all);
                        other.set(
                                all.size() - 1,
                                at(
                                        all.get(all.size() - 1),
                                        before.header().revision().number()));
                        return other;
                    });
        }

        private static RecordedChange at(RecordedChange change, long revision) {
            return new RecordedChange(
                    change.at(), change.owner(), change.command(), revision, change.bytes(), change.events());
        }
    }

    /** Counts no bytes. */
    static final class Weightless extends Recorder {
        Weightless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return each(
                    next.changes(),
                    all -> all.stream()
                            .map(it -> new RecordedChange(
                                    it.at(), it.owner(), it.command(), it.revision(), 0, it.events()))
                            .toList());
        }
    }

    /** Shows a new life the changes of the one before. */
    static final class Haunted extends Recorder {
        Haunted(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return next.instance() == null ? stored.changes() : next.changes();
        }
    }

    /** Records a repeat once more. */
    static final class Stuttering extends Recorder {
        Stuttering(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return next.changes();
        }

        @Override
        <A> Decision<A> decide(SlotAddress at, SlotOperation<A> operation) {
            Decision<A> decision = super.decide(at, operation);
            Slot stored = data().slots.getOrDefault(at, Slot.EMPTY);
            ChangeLog log = stored.changes();
            if (decision instanceof Decision.Keep<A> kept
                    && kept.events().contains(DecisionEvent.REPEATED)
                    && log != null) {
                List<RecordedChange> all = log.changes();
                store(at, with(stored, log.with(log.capacity(), all.get(all.size() - 1))));
            }
            return decision;
        }
    }

    /** Drops the changes where the caller would begin no recording. */
    static final class Strict extends Recorder {
        Strict(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            boolean off = operation instanceof CommitInstance commit
                    && commit.caller().recordedChanges() == 0;
            return off ? null : next.changes();
        }
    }

    /** Calls a load that takes over an ordinary one. */
    static final class Unnoticing extends Recorder {
        Unnoticing(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return without(next.changes(), ChangeEvent.ADOPTED);
        }
    }

    /** Calls a failure a suspension. */
    static final class Rosy extends Recorder {
        Rosy(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        @Nullable
        ChangeLog changes(SlotOperation<?> operation, Slot stored, Slot next) {
            return without(next.changes(), ChangeEvent.FAILED);
        }
    }

    private static @Nullable ChangeLog without(@Nullable ChangeLog log, ChangeEvent event) {
        return Recorder.each(
                log,
                all -> all.stream()
                        .map(it -> {
                            Set<ChangeEvent> events = new HashSet<>(it.events());
                            events.remove(event);
                            return new RecordedChange(
                                    it.at(), it.owner(), it.command(), it.revision(), it.bytes(), events);
                        })
                        .toList());
    }
}
