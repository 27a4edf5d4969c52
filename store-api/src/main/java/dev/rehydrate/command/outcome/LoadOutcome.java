// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import dev.rehydrate.command.failure.UnexpectedOutcomeException;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The answers to a load (contract §2.5, §2.6). All but {@link Loaded} leave everything as it was. */
public sealed interface LoadOutcome {

    /**
     * Here it is.
     *
     * @param snapshot the instance
     */
    record Loaded(InstanceSnapshot snapshot) implements LoadOutcome {
        /** Checks that nothing is missing. */
        public Loaded {
            Objects.requireNonNull(snapshot, "snapshot");
        }
    }

    /**
     * There is no such instance, it has no data yet, or no instance has this key.
     *
     * @param id the instance asked for, or null if it was asked for by key
     * @param key the key asked for, or null if it was asked for by id
     */
    record NotFound(@Nullable InstanceId id, @Nullable InstanceKey key) implements LoadOutcome {}

    /**
     * Another live owner holds it. The handle stays usable: try again later, or load without hold.
     *
     * @param id the instance
     * @param holder who holds it
     */
    record Held(InstanceId id, Holder holder) implements LoadOutcome {
        /** Checks that nothing is missing. */
        public Held {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(holder, "holder");
        }
    }

    /**
     * The instance has ended and was kept, or does not use the key any more.
     *
     * @param id the instance
     * @param key the key asked for, or null if it was asked for by id
     * @param ended what has ended: the instance, or its use of the key only
     */
    record Completed(InstanceId id, @Nullable InstanceKey key, Ended ended) implements LoadOutcome {
        /** Checks that nothing is missing. */
        public Completed {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(ended, "ended");
        }
    }

    /** What has ended. */
    enum Ended {
        /** The instance, with all its keys; it was kept. */
        INSTANCE,
        /** The use of the key. The instance may be found by its other keys and by its id. */
        KEY
    }

    /**
     * Gives one result for each answer.
     *
     * @param loaded for {@link Loaded}
     * @param notFound for {@link NotFound}
     * @param held for {@link Held}
     * @param completed for {@link Completed}
     * @param <T> the type of the result
     * @return the result of the function for this answer
     */
    default <T> T fold(
            Function<? super Loaded, ? extends T> loaded,
            Function<? super NotFound, ? extends T> notFound,
            Function<? super Held, ? extends T> held,
            Function<? super Completed, ? extends T> completed) {
        if (this instanceof Loaded answer) {
            return loaded.apply(answer);
        }
        if (this instanceof NotFound answer) {
            return notFound.apply(answer);
        }
        if (this instanceof Held answer) {
            return held.apply(answer);
        }
        return completed.apply((Completed) this);
    }

    /** {@return the snapshot, or empty for every other answer} */
    default Optional<InstanceSnapshot> loaded() {
        return this instanceof Loaded loaded ? Optional.of(loaded.snapshot()) : Optional.empty();
    }

    /**
     * For callers that know that there is something to load.
     *
     * @return the snapshot
     * @throws UnexpectedOutcomeException for every other answer, which it has
     */
    default InstanceSnapshot snapshotOrThrow() {
        return loaded().orElseThrow(() -> new UnexpectedOutcomeException("loaded", this));
    }
}
