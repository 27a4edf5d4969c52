// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import java.util.Objects;

/**
 * One thing that a diagnosis has found.
 *
 * @param cause what kind of thing
 * @param explanation a sentence that says what is so, and how the store knows
 * @param remedy a sentence that says what to do, or that nothing is to be done
 */
public record Finding(Cause cause, String explanation, String remedy) {

    /** What keeps an instance from moving, the gravest first. */
    public enum Cause {
        /** A value that hosts need cannot be read here. */
        POISON_VALUE(true),
        /** What is stored beside the instance, of a key or in its mailbox, is damaged. */
        DAMAGED_RECORD(true),
        /** A turn failed, and the instance was suspended because of it. */
        SUSPENDED_BY_FAILURE(true),
        /** The instance has failed, and waits for a retry. */
        FAILED(true),
        /** A person has suspended the instance. */
        SUSPENDED_BY_PERSON(true),
        /** The owner that holds the instance has expired. */
        HELD_BY_EXPIRED_OWNER(true),
        /** No live owner runs the definition. */
        NO_HOST_FOR_DEFINITION(true),
        /** A timer names an operation that the definition has not. */
        UNKNOWN_TIMER_OPERATION(true),
        /** A message to the world outside is a dead letter. */
        DEAD_LETTER(true),
        /** A message to the instance is a dead letter. */
        MAILBOX_DEAD_LETTER(true),
        /** Messages to the instance wait. */
        MAILBOX_WAITING(true),
        /** A key was claimed by a host that died before its save. */
        DANGLING_CLAIM(true),
        /** A message to the world outside is tried again and again. */
        OUTBOX_RETRYING(true),
        /** The instance is due, and no host has taken it yet. */
        OVERDUE(true),
        /** Its id and keys are taken, and no data was ever saved. */
        UNINITIALIZED(true),
        /** A live owner works on it. */
        HELD(false),
        /** It waits for its timer. */
        WAITS_FOR_TIMER(false),
        /** It waits for a message. */
        IDLE(false),
        /** It has ended and was kept. */
        COMPLETED(false);

        private final boolean trouble;

        Cause(boolean trouble) {
            this.trouble = trouble;
        }

        /** {@return whether a person should look at it} */
        public boolean isTrouble() {
            return trouble;
        }
    }

    /** Checks that nothing is missing. */
    public Finding {
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(explanation, "explanation");
        Objects.requireNonNull(remedy, "remedy");
    }

    /** {@return both sentences} */
    public String sentence() {
        return explanation + " " + remedy;
    }
}
