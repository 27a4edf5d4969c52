// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Something a host did.
 *
 * @param kind what
 * @param at when, by the host's wall clock
 * @param node the host's name
 * @param operation for which operation, for {@code CONTROLLED} what was asked for, such as {@code terminate}, or null if no
 *     operation caused it
 * @param instance the instance, or null if it concerns the host
 * @param key the key by which the message came, or null
 * @param revision the state of the instance as it was last saved, or null
 * @param token the fencing token of the host's hold, or null
 * @param bytes the stored size of the instance's values, where it is known: for {@code REHYDRATED}
 * @param took how long the store needed, or zero; for {@code LONG_TURN} how long it has been running
 * @param unsavedReplies for {@code ABORTED}: how many turns were replied to and are lost, or may be lost if the cause is an
 *     unknown outcome
 * @param cause why, or null
 */
public record HostEvent(
        Kind kind,
        Instant at,
        String node,
        @Nullable String operation,
        @Nullable InstanceId instance,
        @Nullable CorrelationKey key,
        @Nullable Revision revision,
        @Nullable FencingToken token,
        OptionalLong bytes,
        Duration took,
        int unsavedReplies,
        @Nullable Throwable cause) {

    /** What a host does. */
    public enum Kind {
        /** The host is registered as an owner. */
        OWNER_CREATED,
        /** The host's lease was lost: what it had in memory is dropped, and it registers anew. */
        OWNER_LOST,
        /** A new instance was saved. */
        CREATED,
        /** An instance was loaded into memory. */
        REHYDRATED,
        /** An instance was saved. */
        PERSISTED,
        /** An instance left memory, and its hold was released. */
        DEHYDRATED,
        /** An instance was ended. */
        COMPLETED,
        /** An instance was dropped from memory; in the store it is as it was last saved. */
        ABORTED,
        /** An instance is held elsewhere, and the message waits. */
        WAITED,
        /** A turn begins again, because its save was refused, its hold was lost, or its handler failed and runs again. */
        RERUN,
        /** A message was processed before and got its first reply again. */
        REPEATED,
        /** A message of an instance was taken by the sink. */
        SENT,
        /** The sink did not take a message, which is tried again later. */
        NOT_SENT,
        /** A posted message was processed by its instance, now or before. */
        DELIVERED,
        /** A posted message was not processed by its instance, and is retried later. */
        NOT_DELIVERED,
        /** A message became a dead letter: all attempts have failed, or it is undeliverable. */
        DEAD_LETTERED,
        /** A timer is due, and its message is on its way. */
        TIMER_FIRED,
        /** An instance takes no messages until it is resumed, because its handler threw or its state cannot be read. */
        SUSPENDED,
        /** An instance has failed. */
        FAILED,
        /** What an administrator asked this host for was done to an instance, or was so before. */
        CONTROLLED,
        /** A handler, or the sink if there is no operation, has not returned for half a minute; once for each, which keeps its instance. */
        LONG_TURN,
        /** Those that do not return keep all threads, or all turns: the host does nothing else. Once until a turn is free again. */
        NO_FREE_TURN
    }

    /** Checks that nothing is missing. */
    public HostEvent {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(took, "took");
    }
}
