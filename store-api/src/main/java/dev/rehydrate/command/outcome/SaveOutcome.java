// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import dev.rehydrate.command.failure.UnexpectedOutcomeException;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answers to a command that writes an instance: create, save, complete (contract §2.4). All but {@link Saved} leave
 * everything as it was.
 */
public sealed interface SaveOutcome {

    /**
     * It is written.
     *
     * @param receipt what was made of the instance
     */
    record Saved(SaveReceipt receipt) implements SaveOutcome {
        /** Checks that nothing is missing. */
        public Saved {
            Objects.requireNonNull(receipt, "receipt");
        }
    }

    /**
     * Something else is there than the command expected: load again and repeat the turn.
     *
     * @param id the instance
     * @param current its present revision, or null if it does not exist
     */
    record Mismatch(InstanceId id, @Nullable Revision current) implements SaveOutcome {
        /** Checks that nothing is missing. */
        public Mismatch {
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * Another live owner holds the instance. The handle stays usable.
     *
     * <p>To the repeat of a command whose outcome was unknown this settles nothing: the first attempt may still be under way, and is
     * carried out if it arrives after the hold was given back. Repeat the same command again later.
     *
     * @param id the instance
     * @param holder who holds it
     */
    record Held(InstanceId id, Holder holder) implements SaveOutcome {
        /** Checks that nothing is missing. */
        public Held {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(holder, "holder");
        }
    }

    /**
     * The instance has ended and was kept; nothing more can be written.
     *
     * @param id the instance
     */
    record Completed(InstanceId id) implements SaveOutcome {
        /** Checks that nothing is missing. */
        public Completed {
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * Gives one result for each answer.
     *
     * @param saved for {@link Saved}
     * @param mismatch for {@link Mismatch}
     * @param held for {@link Held}
     * @param completed for {@link Completed}
     * @param <T> the type of the result
     * @return the result of the function for this answer
     */
    default <T> T fold(
            Function<? super Saved, ? extends T> saved,
            Function<? super Mismatch, ? extends T> mismatch,
            Function<? super Held, ? extends T> held,
            Function<? super Completed, ? extends T> completed) {
        if (this instanceof Saved answer) {
            return saved.apply(answer);
        }
        if (this instanceof Mismatch answer) {
            return mismatch.apply(answer);
        }
        if (this instanceof Held answer) {
            return held.apply(answer);
        }
        return completed.apply((Completed) this);
    }

    /** {@return the receipt, or empty for every other answer} */
    default Optional<SaveReceipt> saved() {
        return this instanceof Saved saved ? Optional.of(saved.receipt()) : Optional.empty();
    }

    /**
     * For callers that hold the instance and expect nothing.
     *
     * @return the receipt
     * @throws UnexpectedOutcomeException for every other answer, which it has
     */
    default SaveReceipt receiptOrThrow() {
        return saved().orElseThrow(() -> new UnexpectedOutcomeException("saved", this));
    }
}
