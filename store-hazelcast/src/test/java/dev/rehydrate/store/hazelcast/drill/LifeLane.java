// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Writer.Attempt;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A caller that works on instances with lives. It settles half of what is in doubt at once; the other half is left to the lanes
 * that repeat late.
 */
abstract class LifeLane extends Lane {

    private static final int ATTEMPTS = 100;

    private @Nullable Change doubtful;
    private int attempts;

    LifeLane(Writer writer) {
        super(writer);
    }

    @Override
    final Duration pause() {
        return LONGER_PAUSE;
    }

    @Override
    final void next() {
        Change open = doubtful;
        if (open == null) {
            turn();
            return;
        }
        attempts++;
        Answer answer = writer().again(open).answer();
        if (!answer.isFailure() || attempts >= ATTEMPTS) {
            doubtful = null;
        }
    }

    /** Does one thing. */
    abstract void turn();

    /** Sends a command on a handle of its own. */
    final Attempt first(Change change) {
        return noted(change, writer().first(change));
    }

    /** Sends a command on a handle that holds the instance. */
    final Attempt first(Change change, InstanceHandle handle) {
        return noted(change, writer().first(change, handle));
    }

    private Attempt noted(Change change, Attempt attempt) {
        if (attempt.answer() == Answer.UNKNOWN && chance(2)) {
            doubtful = change;
            attempts = 0;
        }
        return attempt;
    }

    /** {@return true once in so many times} */
    static boolean chance(int in) {
        return ThreadLocalRandom.current().nextInt(in) == 0;
    }
}
