// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.util.List;

/**
 * What an engine answers to a query.
 *
 * @param records the instances of the page, in the order asked for, each {@linkplain InstanceRecord#listed with what the query
 *     selects} and as it was at one moment
 * @param total how many instances meet the conditions, on all pages; {@code InstancePage.NOT_COUNTED} if the query did not ask
 */
public record RecordPage(List<InstanceRecord> records, long total) {

    /** Copies the list. */
    public RecordPage {
        records = List.copyOf(records);
    }
}
