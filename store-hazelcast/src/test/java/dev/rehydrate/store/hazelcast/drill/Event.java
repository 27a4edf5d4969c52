// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.Arrays;
import java.util.List;

/**
 * What a node of a drill has seen, one line of a file each. Moments are readings of the monotonic clock of the machine, which
 * all its processes share.
 */
public sealed interface Event
        permits Event.Created,
                Event.Sent,
                Event.Answered,
                Event.Looked,
                Event.Listed,
                Event.Shown,
                Event.Odd,
                LifeEvent {

    /** How one attempt at a command ended. */
    enum Answer {
        /** It is written. */
        SAVED,
        /** Nothing was written: another state is there than the command expected. */
        NO,
        /** Nothing was written: another owner, or another handle of this one, holds the instance. */
        HELD,
        /** Nothing was written: the instance has ended. */
        ENDED,
        /** Nothing was written: a key belongs to another instance, or is not one of this one. */
        COLLISION,
        /** The store could not be asked, and nothing was done. */
        UNAVAILABLE,
        /** The hold or the owner is lost, and nothing was done. */
        LOST,
        /** The outcome is unknown. */
        UNKNOWN;

        /** Whether a caller who gets no other answer has failed. */
        public boolean isFailure() {
            return this == UNAVAILABLE || this == LOST || this == UNKNOWN;
        }

        /** Whether the store has looked at the instance and says that the command was not carried out. */
        public boolean isRefusal() {
            return this == NO || this == HELD || this == ENDED || this == COLLISION;
        }
    }

    /**
     * The creation of an instance was acknowledged.
     *
     * @param instance which
     * @param at when
     */
    record Created(String instance, long at) implements Event {}

    /**
     * A command that adds an entry to an instance is about to be sent, for the first time.
     *
     * @param entry names the command, and is what it adds
     * @param instance to which
     * @param at when
     */
    record Sent(String entry, String instance, long at) implements Event {}

    /**
     * One attempt at a command has ended.
     *
     * @param entry which command
     * @param sentAt when this attempt was sent
     * @param at when it ended
     * @param answer how
     * @param token the fencing token it was saved under, or 0
     * @param mark the state it has made
     */
    record Answered(String entry, long sentAt, long at, Answer answer, long token, Mark mark) implements Event {

        long revision() {
            return mark.number();
        }
    }

    /**
     * A load has ended.
     *
     * @param instance which instance
     * @param sentAt when it was sent
     * @param at when it ended
     * @param result what it said
     * @param token the fencing token of the hold it took, or 0
     */
    record Looked(String instance, long sentAt, long at, Result result, long token) implements Event {}

    /** What a load said. */
    enum Result {
        /** Here it is. */
        FOUND,
        /** There is no such instance. */
        NOT_FOUND,
        /** It has ended and is kept. */
        ENDED,
        /** Another one holds it. */
        HELD,
        /** The store could not be asked, or the answer was lost. */
        TROUBLE
    }

    /**
     * All pages of a query that every instance meets were read, one after the other.
     *
     * @param order by what they were sorted
     * @param sentAt when the first page was asked for
     * @param at when the last one was answered
     * @param instances which of the instances of the round were on them, as often as they were
     */
    record Listed(String order, long sentAt, long at, List<String> instances) implements Event {}

    /**
     * What a node shows of an instance when all is over.
     *
     * @param instance which
     * @param revision the number of its revision; 0 if the node does not find it
     * @param entries what was added to it
     */
    record Shown(String instance, long revision, List<String> entries) implements Event {}

    /**
     * Something that no command may do.
     *
     * @param what what it was
     */
    record Odd(String what) implements Event {}

    /** {@return the line for this event} */
    default String line() {
        if (this instanceof Created created) {
            return joined("created", created.instance(), created.at());
        }
        if (this instanceof Sent sent) {
            return joined("sent", sent.entry(), sent.instance(), sent.at());
        }
        if (this instanceof Answered end) {
            return joined(
                    "answered",
                    end.entry(),
                    end.sentAt(),
                    end.at(),
                    end.answer(),
                    end.token(),
                    end.mark().text());
        }
        if (this instanceof Looked look) {
            return joined("looked", look.instance(), look.sentAt(), look.at(), look.result(), look.token());
        }
        if (this instanceof Listed list) {
            return joined("listed", list.order(), list.sentAt(), list.at(), String.join(",", list.instances()));
        }
        if (this instanceof Shown shown) {
            return joined("shown", shown.instance(), shown.revision(), String.join(",", shown.entries()));
        }
        return joined("odd", ((Odd) this).what().replace('\t', ' ').replace('\n', ' '));
    }

    /** {@return the parts of a line, with tabs between them} */
    static String joined(Object... parts) {
        return String.join("\t", Arrays.stream(parts).map(String::valueOf).toList());
    }

    /**
     * Reads a line back.
     *
     * @throws IllegalArgumentException if it is not whole
     */
    static Event parse(String line) {
        String[] parts = line.split("\t", -1);
        return switch (parts[0] + " " + parts.length) {
            case "created 3" -> new Created(parts[1], number(parts[2]));
            case "sent 4" -> new Sent(parts[1], parts[2], number(parts[3]));
            case "answered 7" ->
                new Answered(
                        parts[1],
                        number(parts[2]),
                        number(parts[3]),
                        Answer.valueOf(parts[4]),
                        number(parts[5]),
                        Mark.parse(parts[6]));
            case "looked 6" ->
                new Looked(parts[1], number(parts[2]), number(parts[3]), Result.valueOf(parts[4]), number(parts[5]));
            case "listed 5" -> new Listed(parts[1], number(parts[2]), number(parts[3]), texts(parts[4]));
            case "shown 4" -> new Shown(parts[1], number(parts[2]), texts(parts[3]));
            case "odd 2" -> new Odd(parts[1]);
            default -> LifeEvent.parse(parts);
        };
    }

    /** {@return the texts that were joined by commas} */
    static List<String> texts(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }

    private static long number(String text) {
        return Long.parseLong(text);
    }
}
