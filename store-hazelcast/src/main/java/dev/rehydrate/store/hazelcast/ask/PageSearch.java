// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first instances of a page in the partitions of a member. Either one condition is met by few, which are all read
 * and sorted; or the instances are read in the order of the page, from its start, until it is full. What the directory says
 * is checked at the slot.
 */
final class PageSearch {

    /** So many are read and sorted within a few milliseconds. */
    private static final int FEW = 2000;

    private final Share share;
    private final InstanceQuery query;
    /** Whether rows have values, which have to be those of the moment at which their conditions were met. */
    private final boolean selects;

    private final int needed;
    private final QueryEvaluation evaluation;
    private final List<ListedParts> listed;
    private final Matches found;

    PageSearch(Share share, InstanceQuery query) {
        this.share = share;
        this.query = query;
        this.selects = query.values().isAll() || !query.values().names().isEmpty();
        this.needed = (int) Math.min(Integer.MAX_VALUE, (long) query.offset() + query.limit());
        this.evaluation = new QueryEvaluation(query, share.now());
        this.listed = ListedParts.of(share);
        this.found = matches();
    }

    private @Nullable InstanceRecord read(Share.Part part, UUID key) {
        return selects ? share.read(part, key) : share.listed(part, key);
    }

    private Matches matches() {
        return new Matches(evaluation, needed, query.counted());
    }

    /** {@return what a page of the whole farm may have of this member, and how many meet the conditions if that was asked} */
    Answer find() {
        share.parts().stream().filter(part -> part.directory() == null).forEach(part -> {
            found.beginParts();
            lookThrough(part, found);
        });
        Sized least = smallest();
        Source smallest = least.source();
        long total = found.total();
        if (query.counted() || least.isFew(query)) {
            Matches all = matches();
            everyOne(smallest, all);
            total += all.total();
            take(all);
        } else if (query.sortBy() == null) {
            take(inOrderOfIds(smallest));
        } else if (Listing.keeps(query.sortBy())) {
            take(inOrderOf(query.sortBy(), smallest));
        } else {
            Matches all = matches();
            everyOne(smallest, all);
            take(all);
        }
        if (!query.counted()) {
            listed.forEach(parts -> addMoved(parts, found));
        }
        List<StoredSlot> rows = found.inOrder().stream()
                .map(record -> Answer.row(record.listed(query.values())))
                .toList();
        return Answer.page(rows, total);
    }

    private void take(Matches matches) {
        matches.inOrder().forEach(record -> found.offer(Matches.keyOf(record), record));
    }

    private void lookThrough(Share.Part part, Matches matches) {
        share.slots().each(part.number(), (key, slot) -> {
            InstanceRecord record = selects ? slot.slot().instance() : slot.listed();
            if (record != null) {
                matches.offer(Matches.keyOf(record), record);
            }
            return true;
        });
    }

    /** Where the fewest are; one that is not in the order of ids only if they can all be sorted. */
    private Sized smallest() {
        List<Source> sources = Sources.of(query);
        if (sources.size() == 1) {
            // To count all instances costs as much as a page of them.
            return new Sized(sources.get(0), Long.MAX_VALUE);
        }
        // A place that has to be counted is counted only until it is larger than one that knows its size.
        long most = sources.stream()
                .filter(source -> readsAll() && source.knowsItsSize())
                .mapToLong(source -> size(source, FEW))
                .min()
                .orElse(FEW);
        return sources.stream()
                .map(source -> new Sized(source, size(source, Math.max(FEW, most))))
                .filter(sized -> readsAll() || sized.source().isSorted() || sized.size() <= FEW)
                .min(Comparator.comparingLong(Sized::size))
                .orElseThrow();
    }

    /** Where every match is looked at, those of a place in another order are as good. */
    private boolean readsAll() {
        return query.counted() || (query.sortBy() != null && !Listing.keeps(query.sortBy()));
    }

    private record Sized(Source source, long size) {

        /** Whether to sort them costs less than to read in order. */
        boolean isFew(InstanceQuery query) {
            return size <= FEW && (query.sortBy() != null || !source.isSorted());
        }
    }

    private long size(Source source, long most) {
        long size = 0;
        for (ListedParts parts : listed) {
            size += source.size(parts, most + 1 - Math.min(most, size));
        }
        return size;
    }

    /** With what has moved meanwhile: a total counts each instance once that was seen to meet the conditions during the look at its partition. */
    private void everyOne(Source source, Matches matches) {
        for (ListedParts parts : listed) {
            matches.beginParts();
            source.each(parts, place -> offer(place, matches));
            if (query.counted()) {
                addMoved(parts, matches);
            }
        }
    }

    private void addMoved(ListedParts parts, Matches matches) {
        parts.parts().forEach(part -> addMoved(part, matches));
    }

    /** What has moved since the begin may have been in no place when the search came there. */
    private void addMoved(Share.Part part, Matches matches) {
        List<UUID> moved = part.listing().moved().since(part.moves());
        if (moved == null) {
            lookThrough(part, matches);
            return;
        }
        moved.forEach(key -> {
            InstanceRecord record = read(part, key);
            if (record != null) {
                matches.offer(key, record);
            }
        });
    }

    private Matches inOrderOfIds(Source source) {
        Matches matches = matches();
        Iterator<Place> places = Source.merged(source, listed, idOf(query.after()), query.descending());
        while (!matches.isFull() && places.hasNext()) {
            offer(places.next(), matches);
        }
        return matches;
    }

    private static @Nullable UUID idOf(@Nullable Position after) {
        return after == null ? null : new UUID(after.id().high(), after.id().low());
    }

    private Matches inOrderOf(Subject sorted, Source smallest) {
        Matches matches = matches();
        Position after = query.after();
        Ranked start = ValueOrder.place(after);
        if (after == null || start != null) {
            inOrderOf(sorted, start, matches);
        }
        if (!matches.isFull() && someLack(sorted)) {
            withoutValue(sorted, smallest, after != null && start == null ? idOf(after) : null, matches);
        }
        return matches;
    }

    private void inOrderOf(Subject sorted, @Nullable Ranked start, Matches matches) {
        Comparator<Ranked> order = ValueOrder.order(query.descending());
        Merged<RankedPlace> places = new Merged<>(Comparator.comparing(RankedPlace::ranked, order));
        for (ListedParts parts : listed) {
            NavigableMap<Ranked, Listing> all = parts.orders().with(sorted);
            places.add(parts.here(ValueOrder.from(all, start, query.descending()), RankedPlace::new));
        }
        while (!matches.isFull() && places.hasNext()) {
            RankedPlace next = places.next();
            Ranked ranked = next.ranked();
            Membership membership = new WithValue.AtValue(sorted, ranked);
            InstanceRecord record = read(next.part(), ranked.key());
            if (record != null && membership.isOf(record)) {
                matches.offer(ranked.key(), record);
            } else {
                share.correct(next.part(), ranked.key(), wrong -> membership.remove(wrong, ranked.key()));
            }
        }
    }

    private record RankedPlace(Share.Part part, Ranked ranked) {}

    private boolean someLack(Subject sorted) {
        return !Sources.require(query, sorted)
                && listed.stream()
                        .flatMap(parts -> parts.parts().stream())
                        .anyMatch(part -> part.listing().someLack(sorted));
    }

    /** Instances without the value by which a query sorts come last, in the order of ids. */
    private void withoutValue(Subject sorted, Source smallest, @Nullable UUID after, Matches matches) {
        Source inOrder = smallest.isSorted() ? smallest : new Sources.All();
        Iterator<Place> places = Source.merged(inOrder, listed, after, false);
        while (!matches.isFull() && places.hasNext()) {
            Place place = places.next();
            InstanceRecord record = read(place.part(), place.key());
            if (record != null && QueryEvaluation.valueOf(record, sorted) == null) {
                matches.offer(place.key(), record);
            }
        }
    }

    private void offer(Place place, Matches matches) {
        InstanceRecord record = read(place.part(), place.key());
        boolean inItsPlace = record != null && place.membership().isOf(record);
        if (record != null) {
            matches.offer(place.key(), record, inItsPlace);
        }
        if (!inItsPlace) {
            share.correct(place.part(), place.key(), wrong -> place.membership().remove(wrong, place.key()));
        }
    }
}
