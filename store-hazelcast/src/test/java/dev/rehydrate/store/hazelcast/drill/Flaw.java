// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.Locale;

/** What can be wrong in a history, a column of the table each. */
public enum Flaw {
    /** An acknowledged change is not there, in the life that it was made in. */
    LOST("lost"),
    /** A change was applied more than once. */
    APPLIED_TWICE("applied twice"),
    /** A save of a former holder was accepted. */
    STALE_ACCEPTED("a former holder's save was accepted"),
    /** An answer "not found" for an instance that was there, or a list that leaves it out. */
    FALSE_NOT_FOUND("false 'not found'"),
    /** A change is there although the answer was, to the first attempt or to a repeat, that it was not made. */
    DEFINITE_FAILURE_APPLIED("'nothing was done' was not true"),
    /** A life whose completion was acknowledged is back. */
    RESURRECTED("a completed life is back"),
    /** A key belongs to two instances, leads nowhere, or is not what the data of its instance say. */
    KEY_WRONG("a key leads to two instances or to none"),
    /** One ETag names two contents. */
    ETAG_TWICE("one ETag names two contents"),
    /** Two lives of one instance at the same time. */
    TWO_LIVES("two lives at once"),
    /** A load that is to include every acknowledged change, and nothing else, has shown something older, or what never was. */
    UNTRUE_READ("an authoritative load was not true"),
    /** What no command may do. */
    ODD("odd");

    private final String words;

    Flaw(String words) {
        this.words = words;
    }

    /** {@return what a person reads} */
    String words() {
        return words;
    }

    /** {@return the head of the column} */
    String column() {
        return name().toLowerCase(Locale.ROOT);
    }
}
