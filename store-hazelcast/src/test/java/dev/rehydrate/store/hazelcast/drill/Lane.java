// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** One caller: gives one command after the other, and repeats what it does not know the outcome of until it knows. */
abstract class Lane {

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
     */
    private record Pending(String entry, InstanceId instance, SaveInstance command) {}

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
        if (answer == Answer.SAVED || answer == Answer.NO) {
            pending = null;
        }
        return pending == null;
    }

    /** Whether no outcome is unknown. */
    final boolean isSettled() {
        return pending == null;
    }

    abstract void next();

    /** Gives back what is held; to be called when no step runs any more. */
    void close() {}

    final Writer writer() {
        return writer;
    }

    /** Saves on a handle of its own. */
    final Writer.Attempt save(String entry, InstanceId instance, SaveInstance command) {
        writer.sent(entry, instance);
        return noted(entry, instance, command, writer.save(entry, instance, command));
    }

    /** Saves on a handle that holds the instance. */
    final Writer.Attempt save(String entry, InstanceId instance, SaveInstance command, InstanceHandle handle) {
        writer.sent(entry, instance);
        return noted(entry, instance, command, writer.save(entry, handle, command));
    }

    private Writer.Attempt noted(String entry, InstanceId instance, SaveInstance command, Writer.Attempt attempt) {
        if (attempt.answer() == Answer.UNKNOWN) {
            pending = new Pending(entry, instance, command);
        }
        return attempt;
    }

    static <T> T anyOf(List<T> some) {
        return some.get(ThreadLocalRandom.current().nextInt(some.size()));
    }
}
