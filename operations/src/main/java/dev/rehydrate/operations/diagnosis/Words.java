// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sentences that several places need. */
public final class Words {

    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int TWO_DAYS = 48 * HOUR;

    private Words() {}

    /**
     * Names an owner by its node, if it has published one.
     *
     * @param owner the owner
     * @return words for the middle of a sentence
     */
    public static String owner(OwnerSighting owner) {
        String node = owner.description().published().get("node");
        return node == null ? "owner " + owner.id() : "node " + node + " (owner " + owner.id() + ")";
    }

    /**
     * Says in one word whether an owner lives. Of one that has expired its host died or lost the store; one that has retired has
     * ended in an orderly way.
     *
     * @param owner the owner
     * @return alive, expired or retired
     */
    public static String life(OwnerSighting owner) {
        return !owner.expired() ? "alive" : owner.retired() ? "retired" : "expired";
    }

    /**
     * Says the state of an instance in one word.
     *
     * @param header the instance
     * @return completed, failed, suspended, held, idle or uninitialized
     */
    public static String state(InstanceHeader header) {
        if (header.state() == InstanceState.COMPLETED) {
            return "completed";
        }
        if (header.suspension() != null) {
            return header.suspension().failed() ? "failed" : "suspended";
        }
        if (header.holder() != null) {
            return "held";
        }
        return header.state() == InstanceState.INITIALIZED
                ? "idle"
                : header.state().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Explains a key that was claimed and belongs to no instance.
     *
     * @param key the key, {@linkplain KeySighting#isDangling() dangling}
     * @return the finding
     */
    public static Finding dangling(KeySighting key) {
        return new Finding(
                Finding.Cause.DANGLING_CLAIM,
                "The key " + key.key() + " was claimed for the instance " + key.claimedBy()
                        + ", whose record does not list it: the host that claimed it died before its save, or the save"
                        + " is still under way.",
                "Nothing is lost: the next message with the key revokes the claim after a few seconds, and the sweep"
                        + " removes it otherwise. Send the message again.");
    }

    /**
     * Says what a recorded change did.
     *
     * @param change the change
     * @return such as {@code saved, released}
     */
    public static String events(RecordedChange change) {
        return change.events().isEmpty()
                ? "something that only a newer release knows"
                : change.events().stream().map(Words::word).collect(Collectors.joining(", "));
    }

    /**
     * Names the command of a recorded change.
     *
     * @param change the change
     * @return such as {@code force-release}
     */
    public static String command(RecordedChange change) {
        return word(change.command());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Shows a duration, rounded.
     *
     * @param duration any duration
     * @return such as {@code 1.5 s}, {@code 12 min} or {@code 3 days}
     */
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < MINUTE) {
            return Math.round(duration.toMillis() / 100.0) / 10.0 + " s";
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + " min";
        }
        return seconds < TWO_DAYS ? seconds / HOUR + " h" : duration.toDays() + " days";
    }
}
