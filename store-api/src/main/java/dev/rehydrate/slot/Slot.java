// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.recording.ChangeLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one address: the instance whose id it is, the claim on it as a key, and what must outlive both for a
 * while. A provider stores slots whole, in one entry each. Immutable.
 *
 * @param instance the instance with this id, or null
 * @param claim the claim on this address as a key, or null. The home key of the instance above needs none.
 * @param claimEpoch grows when claims for further keys of this instance are revoked or its keys dropped; a commit that
 *     claimed its keys under a smaller one is refused; {@link RevokeClaims} explains why
 * @param recent the last commands of each origin that changed the instance
 * @param tombstone what is remembered of the instance before, or null
 * @param changedAt when this slot last changed
 * @param changes the last changes of the instance; null if none were recorded
 */
public record Slot(
        @Nullable InstanceRecord instance,
        @Nullable KeyClaim claim,
        long claimEpoch,
        CommandHistory recent,
        @Nullable Tombstone tombstone,
        Instant changedAt,
        @Nullable ChangeLog changes) {

    /** How many commands of one origin a slot remembers at least, if they changed something. */
    public static final int REMEMBERED_COMMANDS = 8;

    /** An address about which nothing is known. */
    public static final Slot EMPTY = new Slot(null, null, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);

    /** Checks that nothing is missing. */
    public Slot {
        Objects.requireNonNull(recent, "recent");
        Objects.requireNonNull(changedAt, "changedAt");
    }

    /** {@return whether there is nothing here to store} */
    public boolean isBlank() {
        return instance == null && claim == null && claimEpoch == 0 && recent.isEmpty() && tombstone == null;
    }

    /**
     * Tells whether all that is left are remembered commands that no repeat can need any more.
     *
     * @param now the present
     * @param retention how long memories are kept
     * @return whether the slot can be forgotten
     */
    public boolean isForgettable(Instant now, Duration retention) {
        return instance == null
                && claim == null
                && !EndOfTime.orAfter(changedAt, retention).isAfter(now);
    }

    /**
     * Tells whether the instance here lists a key: only then the key belongs to it.
     *
     * @param key the key
     * @return whether there is an instance and it lists the key, associated or completed
     */
    public boolean lists(InstanceKey key) {
        return instance != null && instance.keys().containsKey(key);
    }

    Optional<RememberedCommand> recall(CommandId id) {
        return recent.recall(id);
    }

    /** Whether a command that is not remembered may have been carried out here, so that nothing can be said of it. */
    boolean mayHaveForgotten(CommandId id) {
        return recent.mayHaveForgotten(id);
    }

    /** Remembers a command that has made this slot of the one before, just now. */
    Slot remembering(CommandId id, @Nullable SaveReceipt receipt, @Nullable Caller caller) {
        return remembering(new RememberedCommand(id, receipt), caller);
    }

    Slot remembering(RememberedCommand command, @Nullable Caller caller) {
        Duration retention = caller == null ? null : caller.memoryRetention();
        return new Slot(
                instance, claim, claimEpoch, recent.with(command, changedAt, retention), tombstone, changedAt, changes);
    }

    /** This slot for a reader that selects values: the others are there without bytes if promoted, else not at all. */
    Slot with(ValueSelection values) {
        return instance == null || values.isEverything()
                ? this
                : new Slot(instance.with(values), claim, claimEpoch, recent, tombstone, changedAt, changes);
    }

    Slot withInstance(InstanceRecord next, Instant now) {
        return new Slot(next, claim, claimEpoch, recent, tombstone, now, changes);
    }

    Slot withClaim(@Nullable KeyClaim next, Instant now) {
        return new Slot(instance, next, claimEpoch, recent, tombstone, now, changes);
    }

    Slot withClaimEpoch(long next, Instant now) {
        return new Slot(instance, claim, next, recent, tombstone, now, changes);
    }

    /** The same slot with other recorded changes, or with none. */
    Slot recording(@Nullable ChangeLog next) {
        return new Slot(instance, claim, claimEpoch, recent, tombstone, changedAt, next);
    }

    /** Forgets of each origin all but its last command: as much as has to outlive the instance. */
    Slot withoutEarlierCommands() {
        return new Slot(instance, claim, claimEpoch, recent.ofEndedLife(), tombstone, changedAt, changes);
    }

    /** Ends the life that is here, and what is recorded of it; claims for its keys are void from now on. */
    Slot ended(InstanceRecord last, Instant now) {
        Tombstone stone = new Tombstone(last.header().revision(), last.header().token());
        return new Slot(null, claim, claimEpoch + 1, recent, stone, now, null);
    }
}
