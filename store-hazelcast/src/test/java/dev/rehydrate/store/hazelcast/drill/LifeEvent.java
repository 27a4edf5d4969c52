// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.Arrays;
import java.util.List;

/** What a node has seen of instances that are completed and created again, whose keys move, whose commands are repeated. */
public sealed interface LifeEvent extends Event {

    /**
     * A command is about to be sent, for the first time.
     *
     * @param change the command
     * @param at when
     */
    record Intended(Change change, long at) implements LifeEvent {
        @Override
        public String line() {
            return text("intended", at, change.text());
        }
    }

    /**
     * A command was sent once more, late or from another node, and that attempt has ended.
     *
     * @param attempt how
     */
    record Repeated(Answered attempt) implements LifeEvent {
        @Override
        public String line() {
            return text("repeated", attempt.line());
        }
    }

    /**
     * A load that is to include every acknowledged change has found an instance.
     *
     * @param look which load
     * @param mark its state
     * @param entries what was added to it in this life
     * @param keys its further keys, as {@link Entries#keys} writes them
     */
    record Seen(Look look, Mark mark, List<String> entries, List<String> keys) implements LifeEvent {
        @Override
        public String line() {
            return text("seen", look.text(), mark.text(), String.join(",", entries), String.join(",", keys));
        }
    }

    /**
     * A load that is to include every acknowledged change has found nothing, or an instance that has ended.
     *
     * @param look which load
     */
    record Missed(Look look) implements LifeEvent {
        @Override
        public String line() {
            return text("missed", look.text());
        }
    }

    /**
     * A load of any kind has shown a state of an instance.
     *
     * @param instance which instance
     * @param etag the text that names the state
     * @param digest what it contained
     */
    record Stamped(String instance, String etag, String digest) implements LifeEvent {
        @Override
        public String line() {
            return text("stamped", instance, etag, digest);
        }
    }

    /**
     * Which load it was.
     *
     * @param instance the instance; empty if it was asked for by key and not found
     * @param key the further key that it was asked for by, or empty
     * @param sentAt when it was sent
     * @param at when it ended
     */
    record Look(String instance, String key, long sentAt, long at) {

        String text() {
            return String.join("\t", instance, key, String.valueOf(sentAt), String.valueOf(at));
        }

        static Look parse(String... parts) {
            return new Look(parts[1], parts[2], Long.parseLong(parts[3]), Long.parseLong(parts[4]));
        }
    }

    private static String text(Object... parts) {
        return Event.joined(parts);
    }

    /**
     * Reads the parts of a line back.
     *
     * @throws IllegalArgumentException if they are not a whole event
     */
    static Event parse(String... parts) {
        return switch (parts[0] + " " + parts.length) {
            case "intended 8" ->
                new Intended(
                        Change.parse(parts[2], parts[3], parts[4], parts[5], parts[6], parts[7]),
                        Long.parseLong(parts[1]));
            case "repeated 8" ->
                new Repeated((Answered) Event.parse(String.join("\t", Arrays.copyOfRange(parts, 1, parts.length))));
            case "seen 8" ->
                new Seen(Look.parse(parts), Mark.parse(parts[5]), Event.texts(parts[6]), Event.texts(parts[7]));
            case "missed 5" -> new Missed(Look.parse(parts));
            case "stamped 4" -> new Stamped(parts[1], parts[2], parts[3]);
            default -> throw new IllegalArgumentException("not an event: '" + String.join(" ", parts) + "'");
        };
    }
}
