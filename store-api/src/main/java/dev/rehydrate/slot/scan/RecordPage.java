// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import dev.rehydrate.slot.InstanceRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an engine answers to a query.
 *
 * @param records the instances of the page, in the order asked for, each {@linkplain InstanceRecord#listed with what the query
 *     selects} and as it was at one moment
 * @param total how many instances meet the conditions, on all pages; {@code InstancePage.NOT_COUNTED} if the query did not ask
 * @param gap why instances may be missing, as {@code InstancePage.gap} says it; null if none is
 */
public record RecordPage(
        List<InstanceRecord> records, long total, @Nullable String gap) {

    /** Copies the list. */
    public RecordPage {
        records = List.copyOf(records);
    }

    /**
     * A page that misses none.
     *
     * @param records the instances of the page
     * @param total how many instances meet the conditions, on all pages, or {@code InstancePage.NOT_COUNTED}
     */
    public RecordPage(List<InstanceRecord> records, long total) {
        this(records, total, null);
    }
}
