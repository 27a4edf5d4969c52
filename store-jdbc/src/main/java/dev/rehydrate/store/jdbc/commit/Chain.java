// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The commands of one group on one slot, decided one on the other, that become one write of its row. */
final class Chain {

    private final SlotAddress at;
    private final StoredSlot base;
    private final boolean cached;
    private final List<Pending<?>> decided = new ArrayList<>();
    private Slot next;
    private boolean writes;
    private boolean repeats;

    /** Begins with the slot as it is, also if it could not be read. */
    Chain(SlotAddress at, StoredSlot base, boolean cached) {
        this.at = at;
        this.base = base;
        this.cached = cached;
        this.next = base.damage() == null ? base.slot() : Slot.EMPTY;
    }

    /**
     * Decides one more command. A decision that writes nothing needs the row: nothing guards an answer from a stale copy.
     *
     * @return whether it is decided; false if it has to be decided on the row
     * @throws StorageException if the row could not be read, which fails nearly every command
     */
    boolean decide(Pending<?> command, Instant now) {
        StorageException damage = base.damage();
        if (damage != null && writes) {
            // The values of what is discarded are not known by name: what comes after is written apart.
            return false;
        }
        Decision<?> decision = damage == null ? command.decide(next, now) : command.decideDamaged(damage);
        if (decision instanceof Decision.Write<?> write) {
            // First, because it fails if memory is short: what is not among the commands must not be in the row.
            decided.add(command);
            next = write.next();
            writes = true;
            return true;
        }
        if (cached) {
            return false;
        }
        if (decision instanceof Decision.Keep<?> keep && keep.events().contains(DecisionEvent.REPEATED)) {
            repeats = true;
            // It was carried out, as the row tells: if its answer has to wait for the standby and cannot, nothing may
            // say that it was not.
            command.beginDoubt();
        }
        decided.add(command);
        return true;
    }

    SlotAddress at() {
        return at;
    }

    /** {@return the version of the row that this began with} */
    long baseVersion() {
        return base.version();
    }

    /** Whether there is a row to write; there is none if what was made was removed again. */
    boolean writes() {
        return writes && !(base.version() == StoredSlot.ABSENT && next.isBlank());
    }

    /** Whether an answer is that of an earlier command, because the row tells that it was carried out. */
    boolean repeats() {
        return repeats;
    }

    List<Pending<?>> commands() {
        return decided;
    }

    Slot next() {
        return next;
    }

    SlotWrite write() {
        return new SlotWrite(at, base.version(), base.damage() == null ? base.slot() : null, next);
    }

    /**
     * Names the instances whose keys lead to them only if an earlier step of the same command is committed too, in another slot: the one here, if it
     * lists a further key from now on, which was claimed before; and the one whose claim is not here any more, because it does not list the key.
     */
    Set<SlotAddress> instancesOfKeys() {
        Set<SlotAddress> instances = new HashSet<>();
        if (base.damage() != null) {
            return instances;
        }
        Slot before = base.slot();
        if (!before.furtherKeys().containsAll(next.furtherKeys())) {
            instances.add(at);
        }
        KeyClaim claim = before.claim();
        KeyClaim standing = next.claim();
        if (claim != null && (standing == null || !standing.instance().equals(claim.instance()))) {
            instances.add(SlotAddress.of(claim.instance()));
        }
        return instances;
    }

    void beginDoubt() {
        decided.forEach(Pending::beginDoubt);
    }

    void carriedOut() {
        decided.forEach(Pending::carriedOut);
    }
}
