// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.scan.QueryEvaluation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The instances of one partition as queries look for them: all in the order of ids, those with the same value of a
 * {@link Column} in that order too, and those with a promoted value, a time of creation or a due time in the order of these. The
 * orders are shared with other partitions. One thread writes.
 */
public final class Listing {

    private static final List<Subject> MOMENTS = List.of(Attribute.CREATED, Attribute.DUE);

    private final int partition;
    private final SharedOrders orders;
    private final AtomicInteger size = new AtomicInteger();
    /** How many have a value. */
    private final Map<Subject, Integer> ranked = new ConcurrentHashMap<>();

    private final MovedKeys moved = new MovedKeys();
    private volatile boolean dropped;

    Listing(int partition, SharedOrders orders) {
        this.partition = partition;
        this.orders = orders;
    }

    /** {@return the partition of its instances} */
    public int partition() {
        return partition;
    }

    /** {@return where its instances are, among those of others} */
    public SharedOrders orders() {
        return orders;
    }

    /** Its partition has left, or is read again: none of its places counts any more. */
    void drop() {
        dropped = true;
    }

    boolean isDropped() {
        return dropped;
    }

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
        UUID listed = orders.known(key);
        size.addAndGet(orders.add(listed, this) ? 1 : 0);
        Column.eachOf(record.header(), column -> orders.add(column, listed, this));
        eachValue(record, (subject, value) -> {
            if (orders.add(subject, new Ranked(value, listed), this)) {
                ranked.merge(subject, 1, Integer::sum);
            }
        });
    }

    /** {@return the instances that have moved lately} */
    public MovedKeys moved() {
        return moved;
    }

    void remove(UUID key, InstanceRecord record) {
        remove(key);
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
        size.addAndGet(orders.remove(key, this) ? -1 : 0);
    }

    public void remove(Column column, UUID key) {
        orders.remove(column, key, this);
    }

    public void remove(Subject subject, Ranked place) {
        if (orders.remove(subject, place, this)) {
            ranked.merge(subject, -1, Integer::sum);
        }
    }

    /** {@return whether some of its instances have no such value} */
    public boolean someLack(Subject subject) {
        return ranked.getOrDefault(subject, 0) < size.get();
    }
}
