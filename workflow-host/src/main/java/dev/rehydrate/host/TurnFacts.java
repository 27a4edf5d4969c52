// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was done with an instance for one message.
 *
 * @param instance the instance
 * @param key the key by which the message found it, or null if it carried the id
 * @param revision the state after the last save that changed it, whose text form is the ETag; null if nothing was ever saved.
 *     What the host keeps beside the state, such as that a message was sent or handled, does not move it.
 * @param token the fencing token of the hold under which it ran, or null if it was not saved
 * @param marks what happened to the instance
 * @param attempts how often the turn was begun, at least 1; what was begun before left nothing behind
 */
public record TurnFacts(
        InstanceId instance,
        @Nullable InstanceKey key,
        @Nullable Revision revision,
        @Nullable FencingToken token,
        Set<Mark> marks,
        int attempts) {

    /** What can happen to an instance for one message. */
    public enum Mark {
        /** It began with this message. */
        CREATED,
        /** It was not in memory and was loaded. */
        REHYDRATED,
        /** What the reply says is saved. Missing for a turn that changed nothing, or that is saved when idle. */
        SAVED,
        /** It left memory before the reply. */
        DEHYDRATED,
        /** It has ended; messages that it still has to send are sent first. */
        COMPLETED,
        /** It has failed, and takes no messages until an administrator retries it. */
        FAILED,
        /** The message was processed before: the reply is the first one again. */
        REPEATED
    }

    /** Copies the set. */
    public TurnFacts {
        Objects.requireNonNull(instance, "instance");
        marks = Set.copyOf(marks);
    }

    /**
     * Checks what happened.
     *
     * @param mark what may have happened
     * @return whether it did
     */
    public boolean has(Mark mark) {
        return marks.contains(mark);
    }
}
