// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.recording.ChangeLog;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one address: the instance whose id it is, the claim on it as a key, and what must outlive both for a
 * while. A provider stores slots whole, in one entry each. Immutable.
 *
 * @param instance the instance with this id, or null
 * @param claim the claim on this address as a key, or null. The home key of the instance above needs none.
 * @param claimEpoch grows when claims for further keys of this instance are revoked or its keys dropped; a commit that
 *     claimed its keys under a smaller one is refused; {@link dev.rehydrate.slot.operation.RevokeClaims} explains why
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

    /** {@return whether there is neither an instance nor a claim; what is remembered of earlier ones may be here} */
    public boolean isVacant() {
        return instance == null && claim == null;
    }

    /**
     * Tells whether all that is left are remembered commands that no repeat can need any more.
     *
     * @param now the present
     * @param retention how long memories are kept
     * @return whether the slot can be forgotten
     */
    public boolean isForgettable(Instant now, Duration retention) {
        return isVacant() && !EndOfTime.orAfter(changedAt, retention).isAfter(now);
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

    /**
     * Tells which of two slots at one address got further, after two sides have changed it apart from each other: by life first,
     * fencing token second, revision third. What has ended counts as the end of its life.
     *
     * @param other the slot of the other side
     * @return whether this got further; false if both got equally far
     */
    public boolean isFurtherThan(Slot other) {
        return SlotProgress.of(this).compareTo(SlotProgress.of(other)) > 0;
    }

    /**
     * Tells which of two slots at one address stays, after two sides that had the same one have gone on apart from each other, and
     * neither is known to be the one that counts: by life first, then the one whose life has ended, then the one that was saved more
     * often, then the one that was held more often. Where all of this is equal, it is the one that was changed last. So what only one
     * side has changed stays: also a released hold, a claim, or a key given back, which no number tells of.
     *
     * @param other the slot of the other side
     * @return whether this one stays; false if nothing tells them apart
     */
    public boolean staysAgainst(Slot other) {
        int order = SlotProgress.AFTER_SPLIT.compare(SlotProgress.of(this), SlotProgress.of(other));
        return order == 0 ? changedAt.isAfter(other.changedAt) : order > 0;
    }

    /**
     * Makes of the slot that {@linkplain #staysAgainst stays} after a split one that knows of the holds of the other side, so that no fencing
     * token that was given there is given again.
     *
     * @param other the slot of the other side, which goes
     * @return this slot; if the other side has given a later token in this life, with that one, and without a hold, which is not the last
     *     one any more
     */
    public Slot withHoldsOf(Slot other) {
        SlotProgress here = SlotProgress.of(this);
        SlotProgress there = SlotProgress.of(other);
        if (here.life() != there.life() || here.token() >= there.token()) {
            return this;
        }
        FencingToken last = new FencingToken(there.token());
        if (instance == null) {
            Tombstone stone = tombstone == null ? null : new Tombstone(tombstone.revision(), last);
            return new Slot(null, claim, claimEpoch, recent, stone, changedAt, changes);
        }
        return new Slot(instance.withHold(last, null), claim, claimEpoch, recent, tombstone, changedAt, changes);
    }

    /**
     * Tells whether this slot, which was stored before, is surely later than one that is about to take its place: its writer was
     * overtaken. If one of both knows of no life, or both got equally far, the times of their last changes decide, which may be those
     * of two clocks.
     *
     * @param next the slot that is about to be stored; its {@link #changedAt} counts also if it is blank
     * @return true if this has to stay; false also where it cannot be told, because one writer writes in order
     */
    public boolean overtakes(Slot next) {
        int order = orderTo(next);
        return order == 0 ? isLaterThan(next.changedAt) : order > 0;
    }

    /**
     * Tells whether it is the time alone by which this slot {@linkplain #overtakes overtakes} another one. A clock that was wrong can
     * have said it, where a number cannot be wrong.
     *
     * @param next the slot that is about to be stored
     * @return whether this overtakes it, and nothing but the times tells so
     */
    public boolean overtakesByTimeAlone(Slot next) {
        return orderTo(next) == 0 && isLaterThan(next.changedAt);
    }

    /**
     * Tells whether this slot was changed after a moment, for all that clocks may differ.
     *
     * @param moment the moment; if it is the present, the time of the last change is wrong
     * @return whether the last change was later
     */
    public boolean isLaterThan(Instant moment) {
        return changedAt.isAfter(EndOfTime.orAfter(moment, ClockSkew.MOST));
    }

    private int orderTo(Slot next) {
        SlotProgress here = SlotProgress.of(this);
        SlotProgress there = SlotProgress.of(next);
        return here.knowsLife() && there.knowsLife() ? here.compareTo(there) : 0;
    }

    /**
     * Names the keys of the instance here that are not at home with it, and need a claim each.
     *
     * @return the keys, associated or completed; empty if there is no instance
     */
    public Set<InstanceKey> furtherKeys() {
        if (instance == null) {
            return Set.of();
        }
        SlotAddress home = SlotAddress.of(instance.id());
        Set<InstanceKey> further = new HashSet<>(instance.keys().keySet());
        further.removeIf(key -> SlotAddress.of(key).equals(home));
        return further;
    }

    /**
     * Makes of a slot that was stored elsewhere, some moments late and apart from other slots, one that commands may go on with.
     *
     * <p>The holds of the moments that are missing got fencing tokens that the slot does not know: the next one is larger than all of
     * them. A key that the slot lists may have been given back in these moments, or its claim may be missing: what is not claimed is
     * not listed any more. Claims may have been revoked in these moments, so that a save which was on the way has to claim its keys again.
     *
     * @param now the present. Holds pass and claims are revoked less than once in a millisecond, so its milliseconds are more than any
     *     token and any claim epoch that was given.
     * @param claims whether there is a claim of this instance on one of its {@linkplain #furtherKeys further keys}
     * @return this slot, with a fencing token and a claim epoch of at least the milliseconds of {@code now} if it has an instance. A hold that it has is
     *     no longer that of its holder, who may have given it back. It is changed now if a key is not listed any more.
     */
    public Slot restored(Instant now, Predicate<InstanceKey> claims) {
        if (instance == null) {
            return this;
        }
        Set<InstanceKey> lost = furtherKeys();
        lost.removeIf(claims);
        InstanceHeader header = instance.header();
        FencingToken token =
                new FencingToken(Math.max(now.toEpochMilli(), header.token().value()));
        InstanceRecord record = instance.withHold(token, header.holder()).withoutKeys(lost);
        long epoch = Math.max(lost.isEmpty() ? claimEpoch : claimEpoch + 1, now.toEpochMilli());
        Instant at = lost.isEmpty() || now.isBefore(changedAt) ? changedAt : now;
        return new Slot(record, claim, epoch, recent, tombstone, at, changes);
    }

    /**
     * Makes a slot that is not {@linkplain #overtakes overtaken} by another one that got no further.
     *
     * @param other the other slot
     * @param now the present, by a clock that may be behind that of the other slot
     * @return this slot, changed now, and not before the last change of both
     */
    public Slot changedAfter(Slot other, Instant now) {
        Instant last = changedAt.isAfter(other.changedAt) ? changedAt : other.changedAt;
        return new Slot(instance, claim, claimEpoch, recent, tombstone, now.isAfter(last) ? now : last, changes);
    }

    /**
     * Looks for a command that was carried out here.
     *
     * @param id the command
     * @return what is remembered of it, or empty
     */
    public Optional<RememberedCommand> recall(CommandId id) {
        return recent.recall(id);
    }

    /**
     * Tells whether a command that is not remembered may have been carried out here, so that nothing can be said of it.
     *
     * @param id the command
     * @return whether it may
     */
    public boolean mayHaveForgotten(CommandId id) {
        return recent.mayHaveForgotten(id);
    }

    /**
     * Remembers a command that has made this slot of the one before, just now.
     *
     * @param id the command
     * @param receipt what it was answered, or null if it has saved nothing
     * @param caller who says how long commands are remembered, or null for as long as there is room
     * @return the same slot with the command
     */
    public Slot remembering(CommandId id, @Nullable SaveReceipt receipt, @Nullable Caller caller) {
        return remembering(new RememberedCommand(id, receipt), caller);
    }

    /**
     * Remembers a command that has made this slot of the one before, just now.
     *
     * @param command the command with its answer
     * @param caller who says how long commands are remembered, or null for as long as there is room
     * @return the same slot with the command
     */
    public Slot remembering(RememberedCommand command, @Nullable Caller caller) {
        Duration retention = caller == null ? null : caller.memoryRetention();
        return new Slot(
                instance, claim, claimEpoch, recent.with(command, changedAt, retention), tombstone, changedAt, changes);
    }

    /**
     * Makes the slot for a reader that selects values.
     *
     * @param values the selection
     * @return this slot, where the other values have no bytes if they are promoted, and are not there at all otherwise
     */
    public Slot with(ValueSelection values) {
        return instance == null || values.isEverything()
                ? this
                : new Slot(instance.with(values), claim, claimEpoch, recent, tombstone, changedAt, changes);
    }

    /**
     * Changes the instance.
     *
     * @param next the instance as it is from now on
     * @param now the present
     * @return the changed slot
     */
    public Slot withInstance(InstanceRecord next, Instant now) {
        return new Slot(next, claim, claimEpoch, recent, tombstone, now, changes);
    }

    /**
     * Changes the claim on this address as a key.
     *
     * @param next the claim, or null for none
     * @param now the present
     * @return the changed slot
     */
    public Slot withClaim(@Nullable KeyClaim next, Instant now) {
        return new Slot(instance, next, claimEpoch, recent, tombstone, now, changes);
    }

    /**
     * Changes the epoch of claims.
     *
     * @param next the epoch
     * @param now the present
     * @return the changed slot
     */
    public Slot withClaimEpoch(long next, Instant now) {
        return new Slot(instance, claim, next, recent, tombstone, now, changes);
    }

    /**
     * Changes what is recorded.
     *
     * @param next the last changes of the instance, or null for none
     * @return the same slot with them
     */
    public Slot recording(@Nullable ChangeLog next) {
        return new Slot(instance, claim, claimEpoch, recent, tombstone, changedAt, next);
    }

    /**
     * Forgets of each origin all but its last command.
     *
     * @return the same slot with as much as has to outlive the instance
     */
    public Slot withoutEarlierCommands() {
        return new Slot(instance, claim, claimEpoch, recent.ofEndedLife(), tombstone, changedAt, changes);
    }

    /**
     * Ends the life that is here, and what is recorded of it; claims for its keys are void from now on.
     *
     * @param last the instance as it was last
     * @param now the present
     * @return the slot without the instance, with a tombstone
     */
    public Slot ended(InstanceRecord last, Instant now) {
        Tombstone stone = new Tombstone(last.header().revision(), last.header().token());
        return new Slot(null, claim, claimEpoch + 1, recent, stone, now, null);
    }
}
