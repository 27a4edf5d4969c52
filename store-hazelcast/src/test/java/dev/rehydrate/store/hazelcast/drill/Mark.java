// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.Revision;

/**
 * Which state of an instance an answer names.
 *
 * @param life the life of the instance; a later life of the same id has a larger number; 0 if no state is named
 * @param number the number of the change in that life; 0 if no state is named
 * @param etag the text that a client compares; nothing is read out of it
 */
public record Mark(long life, long number, String etag) {

    public static final Mark NONE = new Mark(0, 0, "");

    public static Mark of(Revision revision) {
        return new Mark(revision.incarnation(), revision.number(), revision.toString());
    }

    public static Mark of(InstanceSnapshot seen) {
        return of(seen.revision());
    }

    boolean isNone() {
        return life == 0 && number == 0;
    }

    /** {@return whether another state of the same instance came later} */
    public boolean isBefore(Mark other) {
        return life == other.life ? number < other.number : life < other.life;
    }

    /** {@return the form in which it is in a history} */
    String text() {
        return life + ":" + number + ":" + etag;
    }

    static Mark parse(String text) {
        String[] parts = text.split(":", 3);
        return new Mark(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]);
    }
}
