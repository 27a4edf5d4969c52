// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
 *     claimed its keys under a smaller one is refused
 * @param recent the last few commands that changed the instance, oldest first
 * @param tombstone what is remembered of the instance before, or null
 * @param changedAt when this slot last changed
 */
public record Slot(
        @Nullable InstanceRecord instance,
        @Nullable KeyClaim claim,
        long claimEpoch,
        List<RememberedCommand> recent,
        @Nullable Tombstone tombstone,
        Instant changedAt) {

    /** How many commands a slot remembers. */
    public static final int REMEMBERED_COMMANDS = 8;

    /** An address about which nothing is known. */
    public static final Slot EMPTY = new Slot(null, null, 0, List.of(), null, Instant.EPOCH);

    /** Copies the list. */
    public Slot {
        recent = List.copyOf(recent);
        Objects.requireNonNull(changedAt, "changedAt");
    }

    /** {@return whether there is nothing here to store} */
    public boolean isBlank() {
        return instance == null && claim == null && claimEpoch == 0 && recent.isEmpty() && tombstone == null;
    }

    /**
     * Tells whether all that is left are memories that nobody can need any more.
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
        for (RememberedCommand command : recent) {
            // Every command looks through all of them; the bits differ nearly always.
            if (command.id().low() == id.low() && command.id().high() == id.high()) {
                return Optional.of(command);
            }
        }
        return Optional.empty();
    }

    Slot remembering(CommandId id, @Nullable SaveReceipt receipt) {
        int kept = Math.min(recent.size(), REMEMBERED_COMMANDS - 1);
        RememberedCommand[] commands = new RememberedCommand[kept + 1];
        for (int i = 0; i < kept; i++) {
            commands[i] = recent.get(recent.size() - kept + i);
        }
        commands[kept] = new RememberedCommand(id, receipt);
        return new Slot(instance, claim, claimEpoch, List.of(commands), tombstone, changedAt);
    }

    Slot withInstance(InstanceRecord next, Instant now) {
        return new Slot(next, claim, claimEpoch, recent, tombstone, now);
    }

    Slot withClaim(@Nullable KeyClaim next, Instant now) {
        return new Slot(instance, next, claimEpoch, recent, tombstone, now);
    }

    Slot withClaimEpoch(long next, Instant now) {
        return new Slot(instance, claim, next, recent, tombstone, now);
    }

    /** Ends the life that is here; claims for its keys are void from now on. */
    Slot buried(InstanceRecord last, Instant now) {
        Tombstone stone = new Tombstone(last.header().revision(), last.header().token());
        return new Slot(null, claim, claimEpoch + 1, recent, stone, now);
    }
}
