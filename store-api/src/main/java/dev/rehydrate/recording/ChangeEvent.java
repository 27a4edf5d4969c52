// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.recording;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a recorded change did to an instance. One change may do several of these. In the order in which people read them. */
public enum ChangeEvent {
    /** The life of the instance began. */
    CREATED(1),
    /** The hold was taken over from an owner whose lease had expired. */
    ADOPTED(1 << 4),
    /** The content was changed: values, keys, due time or definition. */
    SAVED(1 << 1),
    /** It was suspended, by its host or by a person. */
    SUSPENDED(1 << 5),
    /** It was suspended because a turn failed; comes with {@link #SUSPENDED}. */
    FAILED(1 << 6),
    /** A suspension was ended. */
    RESUMED(1 << 7),
    /** It came to its end and is kept. */
    COMPLETED(1 << 8),
    /** An owner took the hold. */
    HELD(1 << 2),
    /** The hold was given back, or taken away by a person. */
    RELEASED(1 << 3);

    /** Stored, so a bit keeps its meaning for ever; at most the eleventh. */
    private final int bit;

    ChangeEvent(int bit) {
        this.bit = bit;
    }

    static int bits(Set<ChangeEvent> events) {
        int bits = 0;
        for (ChangeEvent event : events) {
            bits |= event.bit;
        }
        return bits;
    }

    /** Leaves out what only a newer release knows. */
    static Set<ChangeEvent> of(int bits) {
        Set<ChangeEvent> events = EnumSet.noneOf(ChangeEvent.class);
        for (ChangeEvent event : values()) {
            if ((bits & event.bit) != 0) {
                events.add(event);
            }
        }
        return Collections.unmodifiableSet(events);
    }
}
