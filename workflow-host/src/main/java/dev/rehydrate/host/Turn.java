// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One message at work on one instance: what the handler knows and can ask for. Nothing that is asked for is done before the
 * turn has ended well. Not safe for use by many threads; every method throws {@link IllegalStateException} when the turn is
 * over.
 *
 * @param <S> the state
 */
public final class Turn<S> {

    enum Ending {
        SAVE,
        NOTHING,
        COMPLETE
    }

    private final InstanceId instance;
    private final @Nullable CorrelationKey key;
    private final @Nullable Revision revision;
    private @Nullable S state;
    private Ending ending = Ending.SAVE;
    private @Nullable CompletionAction action;
    private boolean over;

    Turn(InstanceId instance, @Nullable CorrelationKey key, @Nullable Revision revision, @Nullable S state) {
        this.instance = instance;
        this.key = key;
        this.revision = revision;
        this.state = state;
    }

    /** {@return the instance; a new one has its id already} */
    public InstanceId instanceId() {
        requireRunning();
        return instance;
    }

    /** {@return the key by which the message came, or empty if it carried the id} */
    public Optional<CorrelationKey> key() {
        requireRunning();
        return Optional.ofNullable(key);
    }

    /** {@return the revision of the state at hand as it was last saved, or empty for a new instance} */
    public Optional<Revision> revision() {
        requireRunning();
        return Optional.ofNullable(revision);
    }

    /** {@return whether the instance begins with this turn} */
    public boolean isNew() {
        requireRunning();
        return revision == null;
    }

    /**
     * Replaces the state. A new instance needs this; a state that was changed in place does not.
     *
     * @param next the state from now on
     * @return that state
     */
    public S become(S next) {
        requireRunning();
        state = Objects.requireNonNull(next, "next");
        return next;
    }

    /** Says that the turn has only read: nothing is saved, the revision stays, and a new instance is not created. */
    public void unchanged() {
        requireRunning();
        ending = Ending.NOTHING;
    }

    /** Ends the instance with this turn, as the definition says; its key can then be used again or not. */
    public void complete() {
        requireRunning();
        ending = Ending.COMPLETE;
    }

    /**
     * Ends the instance with this turn.
     *
     * @param what what stays of it
     */
    public void complete(CompletionAction what) {
        complete();
        action = what;
    }

    private void requireRunning() {
        if (over) {
            throw new IllegalStateException("the turn is over; a handler must not keep it, instance=" + instance);
        }
    }

    void end() {
        over = true;
    }

    Ending ending() {
        return ending;
    }

    @Nullable
    CompletionAction action() {
        return action;
    }

    @Nullable
    S state() {
        return state;
    }
}
