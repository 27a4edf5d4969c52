// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.QueryEvaluation;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
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
    private final int needed;
    private final QueryEvaluation evaluation;
    private final List<Share.Part> listed;
    private final Matches found;

    PageSearch(Share share, InstanceQuery query) {
        this.share = share;
        this.query = query;
        this.needed = (int) Math.min(Integer.MAX_VALUE, (long) query.offset() + query.limit());
        this.evaluation = new QueryEvaluation(query, share.now());
        this.listed =
                share.parts().stream().filter(part -> part.directory() != null).toList();
        this.found = new Matches(evaluation, needed);
    }

    /** {@return what a page of the whole farm may have of this member, and how many meet the conditions if that was asked} */
    Answer find() {
        share.parts().stream().filter(part -> part.directory() == null).forEach(part -> {
            found.beginPart();
            lookThrough(part, found);
        });
        Sized least = smallest();
        Source smallest = least.source();
        long total = found.total();
        if (query.counted() || least.isFew(query)) {
            Matches all = new Matches(evaluation, needed);
            everyOne(smallest, all);
            total += all.total();
            take(all);
        } else if (query.sortBy() == null) {
            take(inOrderOfIds(smallest));
        } else if (Listing.keeps(query.sortBy())) {
            take(inOrderOf(query.sortBy(), smallest));
        } else {
            Matches all = new Matches(evaluation, needed);
            everyOne(smallest, all);
            take(all);
        }
        if (!query.counted()) {
            listed.forEach(part -> addMoved(part, found));
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
            InstanceRecord record = slot.slot().instance();
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
        for (Share.Part part : listed) {
            size += source.size(directory(part), most + 1 - Math.min(most, size));
        }
        return size;
    }

    private static PartitionDirectory directory(Share.Part part) {
        return Objects.requireNonNull(part.directory());
    }

    /** With what has moved meanwhile: a total counts each instance once that was seen to meet the conditions during the look at its partition. */
    private void everyOne(Source source, Matches matches) {
        for (Share.Part part : listed) {
            matches.beginPart();
            source.each(directory(part), (key, place) -> offer(source, part, key, place, matches));
            if (query.counted()) {
                addMoved(part, matches);
            }
        }
    }

    /** What has moved since the begin may have been in no place when the search came there. */
    private void addMoved(Share.Part part, Matches matches) {
        List<UUID> moved = Source.listing(directory(part)).moved().since(part.moves());
        if (moved == null) {
            lookThrough(part, matches);
            return;
        }
        moved.forEach(key -> {
            InstanceRecord record = share.read(part, key);
            if (record != null) {
                matches.offer(key, record);
            }
        });
    }

    private Matches inOrderOfIds(Source source) {
        Matches matches = new Matches(evaluation, needed);
        Iterator<Merged.Place<UUID>> places = Source.merged(source, listed, idOf(query.after()), query.descending());
        while (!matches.isFull() && places.hasNext()) {
            Merged.Place<UUID> place = places.next();
            offer(source, place.part(), place.get(), record -> true, matches);
        }
        return matches;
    }

    private static @Nullable UUID idOf(@Nullable Position after) {
        return after == null ? null : new UUID(after.id().high(), after.id().low());
    }

    private Matches inOrderOf(Subject sorted, Source smallest) {
        Matches matches = new Matches(evaluation, needed);
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
        Merged<Ranked> places = new Merged<>(ValueOrder.order(query.descending()));
        for (Share.Part part : listed) {
            NavigableSet<Ranked> all = Source.listing(directory(part)).with(sorted);
            places.add(part, ValueOrder.from(all, start, query.descending()));
        }
        while (!matches.isFull() && places.hasNext()) {
            Merged.Place<Ranked> place = places.next();
            Ranked ranked = place.get();
            InstanceRecord record = share.read(place.part(), ranked.key());
            if (record != null && ranked.value().equals(QueryEvaluation.valueOf(record, sorted))) {
                matches.offer(ranked.key(), record);
            } else {
                share.correct(place.part(), ranked.key(), wrong -> remove(wrong.listing(), sorted, ranked));
            }
        }
    }

    private static void remove(@Nullable Listing listing, Subject sorted, Ranked place) {
        if (listing != null) {
            listing.remove(sorted, place);
        }
    }

    private boolean someLack(Subject sorted) {
        return !Sources.require(query, sorted)
                && listed.stream()
                        .map(part -> Source.listing(directory(part)))
                        .anyMatch(listing ->
                                listing.with(sorted).size() < listing.all().size());
    }

    /** Instances without the value by which a query sorts come last, in the order of ids. */
    private void withoutValue(Subject sorted, Source smallest, @Nullable UUID after, Matches matches) {
        Source inOrder = smallest.isSorted() ? smallest : new Sources.All();
        Iterator<Merged.Place<UUID>> places = Source.merged(inOrder, listed, after, false);
        while (!matches.isFull() && places.hasNext()) {
            Merged.Place<UUID> place = places.next();
            InstanceRecord record = share.read(place.part(), place.get());
            if (record != null && QueryEvaluation.valueOf(record, sorted) == null) {
                matches.offer(place.get(), record);
            }
        }
    }

    private void offer(Source source, Share.Part part, UUID key, Predicate<InstanceRecord> place, Matches matches) {
        InstanceRecord record = share.read(part, key);
        if (record != null && source.isOf(record)) {
            matches.offer(key, record, place.test(record));
        } else {
            share.correct(part, key, wrong -> source.remove(wrong, key));
        }
    }
}
