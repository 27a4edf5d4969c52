// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One caller: gives one command after the other, and repeats what it does not know the outcome of until it knows. */
abstract class Lane {

    /** A repeat that is too late for the store to tell what became of the first attempt will not be told later either. */
    private static final Duration TOO_LATE_TO_TELL = Duration.ofSeconds(45);

    /** Short enough for a fault to hit many commands, long enough for a machine with two processors. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Of lanes whose turns are several commands, so that they do not take the processors from the others. */
    static final Duration LONGER_PAUSE = Duration.ofMillis(100);

    private final Writer writer;
    private volatile @Nullable Pending pending;

    Lane(Writer writer) {
        this.writer = writer;
    }

    /**
     * A command whose outcome is unknown.
     *
     * @param entry names it
     * @param instance on which instance
     * @param command the command
     * @param since since when
     */
    private record Pending(String entry, InstanceId instance, SaveInstance command, long since) {}

    /** Gives the next command, if nothing is left to be settled. */
    final void step() {
        if (settle()) {
            next();
        }
    }

    /** Repeats what is not settled; true if nothing is left. */
    final boolean settle() {
        Pending open = pending;
        if (open == null) {
            return true;
        }
        Answer answer =
                writer.save(open.entry(), open.instance(), open.command()).answer();
        // That it could not be asked now says nothing of the first time; every other answer is the last word.
        boolean tooLate = answer == Answer.UNKNOWN && System.nanoTime() - open.since() > TOO_LATE_TO_TELL.toNanos();
        if (!answer.isFailure() || tooLate) {
            pending = null;
        } else if (writer.patience() != Patience.NONE && writer.patience().isOverAfter(open.since())) {
            writer.complain(open.entry() + " is in doubt to the end");
        }
        return pending == null;
    }

    /** Whether no outcome is unknown. */
    final boolean isSettled() {
        return pending == null;
    }

    abstract void next();

    /** {@return how long it rests after a step} */
    Duration pause() {
        return PAUSE;
    }

    /** Gives back what is held; to be called when no step runs any more. */
    void close() {}

    final Writer writer() {
        return writer;
    }

    /** Saves on a handle of its own. */
    final Writer.Attempt save(String entry, InstanceId instance, SaveInstance command) {
        return noted(entry, instance, command, () -> writer.save(entry, instance, command));
    }

    /** Saves on a handle that holds the instance. */
    final Writer.Attempt save(String entry, InstanceId instance, SaveInstance command, InstanceHandle handle) {
        return noted(entry, instance, command, () -> writer.save(entry, handle, command));
    }

    private Writer.Attempt noted(
            String entry, InstanceId instance, SaveInstance command, Supplier<Writer.Attempt> call) {
        writer.sent(entry, instance);
        Writer.Attempt attempt = writer.patience().attempt(call, one -> one.answer() == Answer.UNAVAILABLE);
        if (attempt.answer() == Answer.UNKNOWN) {
            pending = new Pending(entry, instance, command, System.nanoTime());
        } else if (writer.patience() != Patience.NONE && attempt.answer().isFailure()) {
            writer.complain(entry + " has failed for good: " + attempt.answer());
        }
        return attempt;
    }

    static <T> T anyOf(List<T> some) {
        return some.get(ThreadLocalRandom.current().nextInt(some.size()));
    }
}
