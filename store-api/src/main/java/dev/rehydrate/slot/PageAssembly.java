// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.ValueSelection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a page together for an engine that finds instances by rows without values, or by rows that may be out of date. The engine
 * reads the instances that are {@linkplain #unread unread} and on the page, until none is left. What has changed meanwhile is put
 * where it belongs now, or left out; so each instance of the page is as it was at one moment, and the page is full if enough
 * instances match. For one thread at a time.
 */
public final class PageAssembly {

    private final QueryEvaluation evaluation;
    private final InstanceQuery query;
    private final NavigableMap<Position, InstanceRecord> following;
    private final Map<InstanceId, Position> places = new HashMap<>();
    private final Set<InstanceId> read = new HashSet<>();
    private long matching;

    /**
     * Begins with the rows that are known.
     *
     * @param evaluation the query
     * @param rows instances that may match, each once, in any order; what does not match is left out
     */
    public PageAssembly(QueryEvaluation evaluation, Stream<InstanceRecord> rows) {
        this.evaluation = evaluation;
        this.query = evaluation.query();
        this.following = new TreeMap<>(evaluation.order());
        rows.forEach(this::put);
    }

    private void put(InstanceRecord record) {
        if (!evaluation.matches(record)) {
            return;
        }
        matching++;
        Position position = evaluation.position(record);
        places.put(record.id(), position);
        if (evaluation.follows(position)) {
            following.put(position, record);
        }
    }

    /**
     * Tells what has to be read before the page is complete.
     *
     * @param most how many to name at once
     * @return the next instances of the page that were not read yet; empty if the page is complete
     */
    public List<InstanceId> unread(int most) {
        return onPage().map(InstanceRecord::id)
                .filter(id -> !read.contains(id))
                .limit(most)
                .toList();
    }

    /**
     * Takes what was read of an instance in the place of its row.
     *
     * @param id the instance
     * @param now the instance with the values that the query selects, or null if it is gone
     */
    public void take(InstanceId id, @Nullable InstanceRecord now) {
        read.add(id);
        Position place = places.remove(id);
        if (place != null) {
            matching--;
            following.remove(place);
        }
        if (now != null) {
            put(now);
        }
    }

    /** {@return which values the query selects} */
    public ValueSelection values() {
        return query.values();
    }

    private Stream<InstanceRecord> onPage() {
        return following.values().stream().skip(query.offset()).limit(query.limit());
    }

    /** {@return the page, complete if nothing of it is unread} */
    public RecordPage page() {
        return new RecordPage(
                onPage().map(record -> record.listed(query.values())).toList(), evaluation.total(matching));
    }
}
