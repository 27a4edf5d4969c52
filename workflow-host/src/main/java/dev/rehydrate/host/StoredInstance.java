// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.control.FailureRetry;
import dev.rehydrate.host.control.InstanceInspector;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.host.mailbox.WaitingPost;
import dev.rehydrate.host.outbox.WaitingMessage;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.SafeText;
import java.util.List;
import java.util.Optional;

/**
 * An instance as hosts have stored it, for tools: its values, and what hosts keep with it. Needs no host, and no class of the
 * application: what cannot be read here is described.
 */
public final class StoredInstance {

    /** The name of the definition of all mailboxes, for queries. */
    public static final String MAILBOX = Mailbox.NAME;

    private final InstanceSnapshot snapshot;
    private final HostState hostState;
    private final Optional<String> problem;

    private StoredInstance(InstanceSnapshot snapshot, HostState hostState, Optional<String> problem) {
        this.snapshot = snapshot;
        this.hostState = hostState;
        this.problem = problem;
    }

    /**
     * Reads a snapshot.
     *
     * @param snapshot an instance in whatever state, with all its values
     * @return what is stored
     */
    public static StoredInstance of(InstanceSnapshot snapshot) {
        try {
            return new StoredInstance(snapshot, HostState.of(snapshot), Optional.empty());
        } catch (RuntimeException damaged) {
            return new StoredInstance(snapshot, HostState.NONE, Optional.of(SafeText.line(damaged)));
        }
    }

    /**
     * Names the instance in which posted messages wait for another one.
     *
     * @param destination the instance that the messages are for, or the home of a key
     * @return its mailbox, which need not exist
     */
    public static InstanceId mailboxOf(InstanceId destination) {
        return Mailbox.of(destination);
    }

    /** {@return header, keys and values} */
    public InspectedInstance inspected() {
        return InstanceInspector.of(snapshot);
    }

    /** {@return its timers, in no particular order} */
    public List<StoredTimer> timers() {
        return hostState.timers().entries().stream()
                .map(timer -> new StoredTimer(timer.name(), timer.operation(), timer.at(), timer.attempts()))
                .toList();
    }

    /** {@return what it has sent and no sink has taken yet, in its order, dead letters included} */
    public List<UnsentMessage> outbox() {
        return hostState.outbox().entries().stream()
                .<UnsentMessage>map(entry -> new WaitingMessage(snapshot.id(), entry))
                .toList();
    }

    /** {@return if it is a mailbox: the messages in it, in their order; else none} */
    public List<PostedMessage> messages() {
        return hostState.queue().messages().stream()
                .<PostedMessage>map(queued -> new WaitingPost(snapshot.id(), "", queued))
                .toList();
    }

    /** {@return whether it has failed, so that it can be retried} */
    public boolean hasFailed() {
        return FailureRetry.hasFailed(snapshot);
    }

    /** {@return whether it has come to its end and waits only for its last messages to be sent} */
    public boolean isEnding() {
        return hostState.ending() != null;
    }

    /** {@return why timers, outbox and messages cannot be read here, or empty if they can} */
    public Optional<String> problem() {
        return problem;
    }
}
