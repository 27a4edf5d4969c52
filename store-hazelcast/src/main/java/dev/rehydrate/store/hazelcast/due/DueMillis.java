// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.query.extractor.ValueCollector;
import com.hazelcast.query.extractor.ValueExtractor;

/** Reads the due time of a hint for the index. Public because the engine makes it by name. */
public final class DueMillis implements ValueExtractor<Object, Object> {

    /** When what is not a hint is due: after all that is looked for. */
    static final long NEVER = Long.MAX_VALUE;

    /** Made by the engine, by name. */
    public DueMillis() {}

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // The engine's interface is raw.
    public void extract(Object value, Object argument, ValueCollector collector) {
        // What is not a hint is never due. To refuse it here is too late: it is in the map, and it could not be removed
        // again.
        collector.addObject(value instanceof DueHint hint ? hint.dueMillis() : NEVER);
    }
}
