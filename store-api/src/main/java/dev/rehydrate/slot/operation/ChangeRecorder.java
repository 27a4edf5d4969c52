// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.WideMap;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The flight recorder: adds to a decision what it changes of the instance. What happened is read from the slot before and after, and
 * no operation has to think of it.
 */
final class ChangeRecorder {

    private ChangeRecorder() {}

    static <A> Decision<A> recorded(@Nullable ChangeOrigin origin, Slot stored, Decision<A> decision, Instant now) {
        if (origin == null || !(decision instanceof Decision.Write<A> write)) {
            return decision;
        }
        Slot next = write.next();
        int most = most(origin, next.changes());
        InstanceRecord after = next.instance();
        if (most == 0 || after == null) {
            return decision;
        }
        InstanceRecord before = sameLife(stored.instance(), after);
        Set<ChangeEvent> events = events(origin.command(), before, after);
        if (write.events().contains(DecisionEvent.RECLAIMED)) {
            events.add(ChangeEvent.ADOPTED);
        }
        if (events.isEmpty()) {
            return decision;
        }
        ChangeLog log = Objects.requireNonNullElseGet(next.changes(), () -> ChangeLog.empty(most));
        RecordedChange change = new RecordedChange(
                now,
                origin.owner(),
                origin.command(),
                after.header().revision().number(),
                bytes(before, after, log.lastBytes()),
                events);
        return new Decision.Write<>(next.recording(log.with(most, change)), write.answer(), write.events());
    }

    private static int most(ChangeOrigin origin, @Nullable ChangeLog log) {
        return origin.most() > 0 || log == null ? origin.most() : log.capacity();
    }

    private static @Nullable InstanceRecord sameLife(@Nullable InstanceRecord before, InstanceRecord after) {
        return before != null
                        && before.header().revision().incarnation()
                                == after.header().revision().incarnation()
                ? before
                : null;
    }

    private static Set<ChangeEvent> events(
            RecordedCommand command, @Nullable InstanceRecord before, InstanceRecord after) {
        Set<ChangeEvent> events = EnumSet.noneOf(ChangeEvent.class);
        if (before == null) {
            events.add(ChangeEvent.CREATED);
        } else if (isSaved(command, before.header(), after.header())) {
            events.add(ChangeEvent.SAVED);
        }
        // What has ended is not written any more: this write is the one that ended it.
        if (after.state() == InstanceState.COMPLETED) {
            events.add(ChangeEvent.COMPLETED);
        } else {
            // A completion ends a suspension too, and is not what an operator calls a resumption.
            addSuspension(
                    events,
                    before == null ? null : before.header().suspension(),
                    after.header().suspension());
        }
        addHold(events, before == null ? null : before.header(), after.header());
        return events;
    }

    /** To suspend and to resume makes a new revision too, of the same content. */
    private static boolean isSaved(RecordedCommand command, InstanceHeader before, InstanceHeader after) {
        return before.revision().number() != after.revision().number()
                && command != RecordedCommand.SUSPEND
                && command != RecordedCommand.RESUME;
    }

    private static void addSuspension(
            Set<ChangeEvent> events, @Nullable Suspension before, @Nullable Suspension after) {
        if (after == null) {
            if (before != null) {
                events.add(ChangeEvent.RESUMED);
            }
        } else if (!after.equals(before)) {
            events.add(ChangeEvent.SUSPENDED);
            if (after.failed()) {
                events.add(ChangeEvent.FAILED);
            }
        }
    }

    private static void addHold(Set<ChangeEvent> events, @Nullable InstanceHeader before, InstanceHeader after) {
        OwnerId former = before == null ? null : before.holder();
        FencingToken token = before == null ? null : before.token();
        if (after.holder() == null) {
            if (former != null) {
                events.add(ChangeEvent.RELEASED);
            }
        } else if (!after.holder().equals(former) || !after.token().equals(token)) {
            events.add(ChangeEvent.HELD);
        }
    }

    /** Of an instance with thousands of values, a change of one must not cost what all of them cost. */
    private static long bytes(@Nullable InstanceRecord before, InstanceRecord after, @Nullable Long last) {
        return before == null || last == null
                ? Payload.of(after.data()) + Payload.of(after.metadata())
                : last + added(before.data(), after.data()) + added(before.metadata(), after.metadata());
    }

    @SuppressWarnings("ReferenceEquality") // Bags are never changed once they are made: what stays is the same object.
    private static long added(Map<String, StoredValue> before, Map<String, StoredValue> after) {
        return before == after ? 0 : notShared(after, before) - notShared(before, after);
    }

    private static long notShared(Map<String, StoredValue> bag, Map<String, StoredValue> other) {
        long bytes = 0;
        for (Map.Entry<String, StoredValue> each : WideMap.notShared(bag, other)) {
            bytes += each.getValue().encoded().size();
        }
        return bytes;
    }
}
