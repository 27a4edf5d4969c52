// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.QueryEvaluation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The instances of one partition as queries look for them: all in the order of ids, those with the same value of a
 * {@link Column} in that order too, and those with a promoted value, a time of creation or a due time in the order of these. One
 * thread writes.
 */
public final class Listing {

    private static final List<Subject> MOMENTS = List.of(Attribute.CREATED, Attribute.DUE);

    private final NavigableSet<UUID> all = new ConcurrentSkipListSet<>(SlotOrder.BY_ADDRESS);
    private final Map<Column, NavigableSet<UUID>> byColumn = new ConcurrentHashMap<>();
    private final Map<Subject, NavigableSet<Ranked>> byValue = new ConcurrentHashMap<>();
    private final MovedKeys moved = new MovedKeys();

    /** {@return whether instances are kept in the order of something} */
    public static boolean keeps(Subject subject) {
        return subject instanceof Subject.Promoted || MOMENTS.contains(subject);
    }

    /** Tells whether two records of one instance are listed in the same places. */
    static boolean areSame(InstanceRecord before, InstanceRecord after) {
        return Column.areSame(before.header(), after.header())
                && before.header().createdAt().equals(after.header().createdAt())
                && Objects.equals(before.header().dueAt(), after.header().dueAt())
                && after.promotesAs(before);
    }

    /** What instances are in the order of; not of the time of the last change, which would move with each save. */
    private static void eachValue(InstanceRecord record, BiConsumer<Subject, PromotedValue> receiver) {
        for (Subject moment : MOMENTS) {
            PromotedValue value = QueryEvaluation.valueOf(record, moment);
            if (value != null) {
                receiver.accept(moment, value);
            }
        }
        record.eachPromoted((name, value) -> receiver.accept(new Subject.Promoted(name), value));
    }

    void add(UUID key, InstanceRecord record) {
        UUID listed = listed(key);
        Column.eachOf(
                record.header(),
                column -> byColumn.computeIfAbsent(column, each -> new ConcurrentSkipListSet<>(SlotOrder.BY_ADDRESS))
                        .add(listed));
        eachValue(
                record,
                (subject, value) -> byValue.computeIfAbsent(subject, each -> new ConcurrentSkipListSet<>())
                        .add(new Ranked(value, listed)));
    }

    /** All places of an instance have one and the same object as its key, for there are many. */
    private UUID listed(UUID key) {
        UUID known = all.ceiling(key);
        if (key.equals(known)) {
            return known;
        }
        all.add(key);
        return key;
    }

    /** {@return the instances that have moved lately} */
    public MovedKeys moved() {
        return moved;
    }

    void remove(UUID key, InstanceRecord record) {
        all.remove(key);
        Column.eachOf(record.header(), column -> remove(column, key));
        eachValue(record, (subject, value) -> remove(subject, new Ranked(value, key)));
    }

    /**
     * Moves an instance from the places of one record to those of another; where both are the same, it never leaves. A change of
     * the holder moves nothing here, and is noted all the same: a search may look at what two owners hold.
     */
    void move(UUID key, InstanceRecord before, InstanceRecord after) {
        moved.begin(key);
        try {
            if (!areSame(before, after)) {
                leave(key, before, after);
                add(key, after);
            }
        } finally {
            moved.end();
        }
    }

    private void leave(UUID key, InstanceRecord before, InstanceRecord after) {
        Column.eachOf(before.header(), column -> {
            if (!column.isOf(after.header())) {
                remove(column, key);
            }
        });
        eachValue(before, (subject, value) -> {
            if (!value.equals(QueryEvaluation.valueOf(after, subject))) {
                remove(subject, new Ranked(value, key));
            }
        });
    }

    public void remove(UUID key) {
        all.remove(key);
    }

    public void remove(Column column, UUID key) {
        NavigableSet<UUID> some = byColumn.get(column);
        if (some != null && some.remove(key) && some.isEmpty()) {
            byColumn.remove(column);
        }
    }

    public void remove(Subject subject, Ranked place) {
        NavigableSet<Ranked> some = byValue.get(subject);
        if (some != null && some.remove(place) && some.isEmpty()) {
            byValue.remove(subject);
        }
    }

    public NavigableSet<UUID> all() {
        return all;
    }

    public NavigableSet<UUID> with(Column column) {
        return Objects.requireNonNullElse(byColumn.get(column), Collections.<UUID>emptyNavigableSet());
    }

    /** {@return the instances with a value, in the order of the values} */
    public NavigableSet<Ranked> with(Subject subject) {
        @Nullable NavigableSet<Ranked> some = byValue.get(subject);
        return some == null ? Collections.emptyNavigableSet() : some;
    }
}
