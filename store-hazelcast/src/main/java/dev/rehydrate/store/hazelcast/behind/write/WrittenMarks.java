// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** Until when the changes of each partition are written. A mark goes where its partition goes. */
public interface WrittenMarks {

    /** {@return from when on changes may not be written; the beginning of time if there is no mark} */
    Instant writtenUntil(int partition);

    /** {@return when the last split ended of which not all is written; {@link Instant#MIN} if there is none} */
    Instant mergedAt(int partition);

    /** Says that all changes before a moment are written. */
    void write(Collection<Integer> partitions, Instant until);

    /** Says that nothing is known to be written, and since which {@linkplain #mergedAt merge}. */
    void takeBack(Map<Integer, Instant> mergedAt);
}
