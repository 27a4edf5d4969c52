// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.ScanPosition;
import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Instances that no owner holds, in the order of their due times: a way to find them, not the truth about them. */
final class DueIndex {

    private final NavigableSet<Entry> entries =
            new ConcurrentSkipListSet<>(Comparator.comparing(Entry::dueAt).thenComparing(Entry::at));

    /**
     * An instance that wants to run.
     *
     * @param dueAt when
     * @param at its slot
     */
    private record Entry(Instant dueAt, SlotAddress at) {}

    /** Called where the slot changes, so that no two changes of one slot meet here. */
    void update(SlotAddress at, Slot before, Slot after) {
        Instant then = dueAt(before.instance());
        Instant now = dueAt(after.instance());
        if (then != null && !then.equals(now)) {
            entries.remove(new Entry(then, at));
        }
        if (now != null) {
            entries.add(new Entry(now, at));
        }
    }

    Stream<SlotAddress> inOrder() {
        return entries.stream().map(Entry::at);
    }

    /** Those behind a position, each with its own. */
    Stream<ScanPosition> behind(@Nullable ScanPosition after) {
        NavigableSet<Entry> rest =
                after == null ? entries : entries.tailSet(new Entry(after.moment(), after.at()), false);
        return rest.stream().map(each -> ScanPosition.due(each.dueAt(), each.at()));
    }

    Stream<SlotAddress> later(Instant moment) {
        Entry last = new Entry(moment, new SlotAddress(-1, -1));
        return entries.tailSet(last, false).stream().map(Entry::at);
    }

    private static @Nullable Instant dueAt(@Nullable InstanceRecord record) {
        return record == null ? null : record.runnableAt();
    }
}
