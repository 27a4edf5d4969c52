// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.slot.SlotAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The entries that a page has passed over because they cannot be read. Some of them may be instances. For one thread at a time. */
final class UnreadableEntries {

    private static final int MOST_NAMED = 3;

    private final List<SlotAddress> named = new ArrayList<>();
    private int others;

    void add(SlotAddress at) {
        if (named.size() < MOST_NAMED) {
            named.add(at);
        } else {
            others++;
        }
    }

    /** {@return why instances may be missing, for people, or null if none is} */
    @Nullable
    String gap() {
        if (named.isEmpty()) {
            return null;
        }
        return "instances may be missing, because of entries that cannot be read: "
                + named.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + (others > 0 ? " and " + others + (others == 1 ? " other" : " others") : "") + "; a load says why";
    }
}
