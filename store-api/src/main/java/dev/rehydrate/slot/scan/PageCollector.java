// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.slot.InstanceRecord;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Takes the instances of a store one by one, and keeps no more of them than the page of a query needs. For one thread. */
public final class PageCollector {

    private final QueryEvaluation evaluation;
    private final InstanceQuery query;
    private final long room;
    private final NavigableMap<Position, InstanceRecord> first;
    private long matching;

    PageCollector(QueryEvaluation evaluation) {
        this.evaluation = evaluation;
        this.query = evaluation.query();
        this.room = query.limit() == 0 ? 0 : (long) query.offset() + query.limit();
        this.first = new TreeMap<>(evaluation.order());
    }

    /**
     * Takes an instance.
     *
     * @param record the instance, with the values that the query selects
     */
    public void add(InstanceRecord record) {
        if (!evaluation.matches(record)) {
            return;
        }
        matching++;
        Position position = evaluation.position(record);
        boolean late =
                first.size() >= room && (first.isEmpty() || evaluation.order().compare(position, first.lastKey()) > 0);
        if (late || !evaluation.follows(position)) {
            return;
        }
        first.put(position, record.listed(query.values()));
        if (first.size() > room) {
            first.pollLastEntry();
        }
    }

    /** {@return the page of the instances that were taken} */
    public RecordPage page() {
        return new RecordPage(first.values().stream().skip(query.offset()).toList(), evaluation.total(matching));
    }
}
