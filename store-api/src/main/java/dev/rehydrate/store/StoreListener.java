// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is told what a store does: for metrics, for logs, and to learn what has expired. Every method does nothing unless it is
 * overridden.
 *
 * <p>Called in the thread in which the event happens, by many at once, before the caller of a command has its answer. It must
 * not block. What it throws is logged and ignored. While it is called, instance, key and owner are in the {@linkplain
 * LogContext log context}.
 */
public interface StoreListener {

    /**
     * A store was opened.
     *
     * @param facts the figures of the store, whenever they are asked for; does not block
     */
    default void opened(Supplier<StoreFacts> facts) {}

    /**
     * A store was closed.
     *
     * @param facts what {@link #opened} was given
     */
    default void closed(Supplier<StoreFacts> facts) {}

    /**
     * A command was answered, or failed, or was not answered in time.
     *
     * @param event the command
     */
    default void answered(Answered event) {}

    /**
     * A command was given again, or run again by the engine, and was answered from the memory of the slot.
     *
     * @param event the command
     */
    default void repeated(Repeated event) {}

    /**
     * A hold was taken from an expired owner; the fencing token has grown.
     *
     * @param event the hold
     */
    default void reclaimed(Reclaimed event) {}

    /**
     * A claim that its instance did not list was revoked, because another instance is to have the key.
     *
     * @param event the claim
     */
    default void claimRevoked(ClaimRevoked event) {}

    /**
     * An instance has expired and is gone. Each is told once, to one of the stores over the same data: to the one that swept
     * it, or whose command came first to where it had been.
     *
     * @param event the instance
     */
    default void expired(Expired event) {}

    /**
     * An owner of this store has lost its lease; its handles are freed. Not told of owners that retire.
     *
     * @param event the owner
     */
    default void ownerLost(OwnerLost event) {}

    /**
     * An instance was suspended because of a failure.
     *
     * @param event the instance
     */
    default void quarantined(Quarantined event) {}

    /**
     * A part of the data was lost with all its copies: more members failed than there are backups. Told once for all that
     * is lost at the same time, to each store that notices it, and to a store that is opened while the loss is not acknowledged.
     *
     * @param event how much
     */
    default void dataLost(DataLost event) {}

    /**
     * A command with its answer.
     *
     * @param command which command
     * @param answer which answer
     * @param took from the moment it was given to its answer
     * @param payloadSent how many bytes of encoded values it had, 0 if none
     * @param payloadReceived how many bytes of encoded values its answer has, 0 if none
     * @param instance the instance, if it was known in the end
     * @param key the key it was asked for, if it was
     * @param owner the owner, if there was one
     */
    record Answered(
            CommandKind command,
            AnswerKind answer,
            Duration took,
            long payloadSent,
            long payloadReceived,
            @Nullable InstanceId instance,
            @Nullable InstanceKey key,
            @Nullable OwnerId owner) {
        /** Checks that nothing is missing. */
        public Answered {
            Objects.requireNonNull(command, "command");
            Objects.requireNonNull(answer, "answer");
            Objects.requireNonNull(took, "took");
        }
    }

    /**
     * A command that was answered from memory.
     *
     * @param instance the instance
     * @param owner for whom
     */
    record Repeated(InstanceId instance, OwnerId owner) {}

    /**
     * A hold that was an expired owner's.
     *
     * @param instance the instance
     * @param owner who took it
     */
    record Reclaimed(InstanceId instance, OwnerId owner) {}

    /**
     * A claim that is void.
     *
     * @param key the key
     * @param instance the instance that had claimed it
     * @param owner the owner that wants the key
     */
    record ClaimRevoked(InstanceKey key, InstanceId instance, OwnerId owner) {}

    /**
     * An instance that has expired.
     *
     * @param instance the instance
     * @param keys its keys, if a sweep found it; empty if a command came first
     */
    record Expired(InstanceId instance, Set<InstanceKey> keys) {
        /** Copies the set. */
        public Expired {
            Objects.requireNonNull(instance, "instance");
            keys = Set.copyOf(keys);
        }
    }

    /**
     * An owner that is lost.
     *
     * @param owner the owner
     */
    record OwnerLost(OwnerId owner) {}

    /**
     * Data that are lost.
     *
     * @param partitions how many partitions of the data were lost
     * @param of how many partitions there are
     * @param at when the first of them was lost, by the clock of the store
     */
    record DataLost(int partitions, int of, Instant at) {
        /** Checks that nothing is missing. */
        public DataLost {
            Objects.requireNonNull(at, "at");
        }
    }

    /**
     * An instance that was put aside.
     *
     * @param instance the instance
     * @param reason what a person should know
     * @param failure the kind of failure, for machines
     */
    record Quarantined(InstanceId instance, String reason, String failure) {}
}
