// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Engines that answer queries wrongly, each in one way. */
final class BrokenQueries {

    private BrokenQueries() {}

    /** Answers a query as if it had other conditions. */
    private abstract static class Misreading extends HeapEngine {
        Misreading(Data data, InstantSource clock) {
            super(data, clock);
        }

        abstract Condition read(Condition condition);

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(new InstanceQuery(
                    query.states(),
                    query.hostType(),
                    query.definitionName(),
                    query.suspended(),
                    query.holder(),
                    query.promoted(),
                    query.sortBy(),
                    query.descending(),
                    query.offset(),
                    query.limit(),
                    query.after(),
                    query.counted(),
                    query.conditions().stream().map(this::read).toList(),
                    query.values()));
        }
    }

    /** Takes the first branch of an OR for the whole. */
    static final class OneArmed extends Misreading {
        OneArmed(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Condition read(Condition condition) {
            if (condition instanceof Condition.All all) {
                return Condition.all(all.conditions().stream().map(this::read).toList());
            }
            return condition instanceof Condition.Any any
                    ? read(any.conditions().get(0))
                    : condition;
        }
    }

    /** Sorts by a time, and goes on by ids. */
    static final class Timeless extends HeapEngine {
        Timeless(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            InstanceQuery.Position after = query.after();
            if (after == null || !(query.sortBy() instanceof Attribute)) {
                return super.query(query);
            }
            return super.query(new InstanceQuery(
                    query.states(),
                    query.hostType(),
                    query.definitionName(),
                    query.suspended(),
                    query.holder(),
                    query.promoted(),
                    null,
                    false,
                    0,
                    query.limit(),
                    new InstanceQuery.Position(after.id(), null),
                    query.counted(),
                    query.conditions(),
                    query.values()));
        }
    }

    /** Takes the first value of an IN for all. */
    static final class Picky extends Misreading {
        Picky(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Condition read(Condition condition) {
            return condition instanceof Condition.OneOf oneOf
                    ? new Condition.OneOf(
                            oneOf.subject(), List.of(oneOf.values().get(0)))
                    : condition;
        }
    }

    /** Includes the ends of every range. */
    static final class Inclusive extends Misreading {
        Inclusive(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Condition read(Condition condition) {
            return condition instanceof Condition.Range range
                    ? new Condition.Range(range.subject(), included(range.low()), included(range.high()))
                    : condition;
        }

        private static @Nullable Bound included(@Nullable Bound bound) {
            return bound == null ? null : new Bound(bound.value(), true);
        }
    }

    /** Knows a due time only while the instance can run. */
    static final class Unpunctual extends HeapEngine {
        Unpunctual(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Stream<InstanceRecord> records() {
            return super.records().map(record -> {
                InstanceHeader it = record.header();
                InstanceHeader header = new InstanceHeader(
                        it.id(),
                        it.revision(),
                        it.token(),
                        it.state(),
                        it.holder(),
                        it.hostType(),
                        it.definition(),
                        it.suspension(),
                        record.runnableAt(),
                        it.createdAt(),
                        it.updatedAt(),
                        it.expiresAt());
                return new InstanceRecord(header, record.idleTtl(), record.keys(), record.data(), record.metadata());
            });
        }
    }

    /** Lists all values of each instance, whatever a query selects. */
    static final class Overloaded extends HeapEngine {
        Overloaded(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(query)
                    .thenApply(page -> new RecordPage(
                            page.records().stream()
                                    .map(record -> Objects.requireNonNull(data().slots
                                            .get(SlotAddress.of(record.id()))
                                            .instance()))
                                    .toList(),
                            page.total()));
        }
    }

    /** Lists no values. */
    static final class Curt extends HeapEngine {
        Curt(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(query)
                    .thenApply(page -> new RecordPage(
                            page.records().stream()
                                    .map(record -> record.listed(ValueSelection.none()))
                                    .toList(),
                            page.total()));
        }
    }

    /** Finds and lists instances as they were before their last change. */
    static final class Dated extends HeapEngine {
        private final Map<SlotAddress, InstanceRecord> former = new ConcurrentHashMap<>();

        Dated(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
            if (stored.instance() != null && next.instance() != null) {
                former.put(at, stored.instance());
            }
            return next;
        }

        @Override
        Stream<InstanceRecord> records() {
            return super.records().map(record -> former.getOrDefault(SlotAddress.of(record.id()), record));
        }
    }

    /** Counts the instances of a page in the place of all. */
    static final class Shortsighted extends HeapEngine {
        Shortsighted(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(query)
                    .thenApply(page -> query.counted()
                            ? new RecordPage(page.records(), page.records().size())
                            : page);
        }
    }

    /** Says of each page that something may be missing. */
    static final class Apologetic extends HeapEngine {
        Apologetic(Data data, InstantSource clock) {
            super(data, clock);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(query)
                    .thenApply(page -> new RecordPage(page.records(), page.total(), "some of it may be lost"));
        }
    }
}
