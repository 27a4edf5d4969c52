// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.operation.SweepSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which slots to look for. What a scan finds is a hint; the operation that follows decides again, in the slot. */
public sealed interface SlotScan {

    /**
     * Tells whether a slot is one of them.
     *
     * @param slot a slot
     * @param now the present, by the clock of the store
     * @return whether it is
     */
    boolean matches(Slot slot, Instant now);

    /**
     * Tells whether an index of due times finds all that this looks for.
     *
     * @return the host type of the instances, if each of them is due and has no holder; null if this looks for others too
     */
    default @Nullable String dueOfHostType() {
        return null;
    }

    /**
     * Tells which scan this is, to an engine that answers each from an index. A new scan does not compile until every such
     * engine answers it.
     *
     * @param cases what to make of each
     * @param <R> the result
     * @return what the case of this scan returns
     */
    <R> R fold(Fold<R> cases);

    /**
     * What an engine makes of each scan.
     *
     * @param <R> the result
     */
    interface Fold<R> {

        /**
         * Looks for instances that want to run.
         *
         * @param scan which ones
         * @return the result
         */
        R toRun(ToRun scan);

        /**
         * Looks for what can be removed.
         *
         * @param scan what
         * @return the result
         */
        R sweepable(Sweepable scan);

        /**
         * Looks for claims that have stood for a while.
         *
         * @param scan which ones
         * @return the result
         */
        R oldClaims(OldClaims scan);

        /**
         * Looks for what an owner holds.
         *
         * @param scan which owner
         * @return the result
         */
        R heldBy(HeldBy scan);

        /**
         * Looks for all there is.
         *
         * @param scan what counts
         * @return the result
         */
        R occupied(Occupied scan);
    }

    /**
     * Instances that want to run (contract §2.7).
     *
     * @param hostType the host type
     * @param definitions which definitions
     * @param expiredOwners owners whose lease has expired
     */
    record ToRun(String hostType, DefinitionFilter definitions, Set<OwnerId> expiredOwners) implements SlotScan {
        /** Copies the set. */
        public ToRun {
            Objects.requireNonNull(hostType, "hostType");
            Objects.requireNonNull(definitions, "definitions");
            expiredOwners = Set.copyOf(expiredOwners);
        }

        /** What an expired owner held is in no index of due times. */
        @Override
        public @Nullable String dueOfHostType() {
            return expiredOwners.isEmpty() ? hostType : null;
        }

        @Override
        public <R> R fold(Fold<R> cases) {
            return cases.toRun(this);
        }

        @Override
        public boolean matches(Slot slot, Instant now) {
            InstanceRecord record = slot.instance();
            return record != null
                    && record.isRunnable(now, expiredOwners)
                    && hostType.equals(record.header().hostType())
                    && definitions.accepts(record.header().definition());
        }
    }

    /**
     * Slots that {@link SweepSlot} would change.
     *
     * @param sweep that operation
     */
    record Sweepable(SweepSlot sweep) implements SlotScan {
        /** Checks that nothing is missing. */
        public Sweepable {
            Objects.requireNonNull(sweep, "sweep");
        }

        @Override
        public <R> R fold(Fold<R> cases) {
            return cases.sweepable(this);
        }

        @Override
        public boolean matches(Slot slot, Instant now) {
            InstanceRecord record = slot.instance();
            return record != null ? sweep.isOver(record, now) : slot.isForgettable(now, sweep.retention());
        }
    }

    /**
     * Claims that have stood for a while, one part of them at a time. Whether one dangles only the slot of its instance
     * can tell; most lead to a key that is listed.
     *
     * @param age for how long the slot has not changed, at least
     * @param part which part, from 0 to {@code parts} - 1
     * @param parts into how many parts claims are divided, at least 1
     */
    record OldClaims(Duration age, int part, int parts) implements SlotScan {
        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException if there is no such part
         */
        public OldClaims {
            Objects.requireNonNull(age, "age");
            if (part < 0 || part >= parts) {
                throw new IllegalArgumentException("there is no part " + part + " of " + parts);
            }
        }

        @Override
        public <R> R fold(Fold<R> cases) {
            return cases.oldClaims(this);
        }

        @Override
        public boolean matches(Slot slot, Instant now) {
            KeyClaim claim = slot.claim();
            return claim != null
                    && Math.floorMod(claim.instance().low(), parts) == part
                    && !EndOfTime.orAfter(slot.changedAt(), age).isAfter(now);
        }
    }

    /**
     * Instances that an owner holds.
     *
     * @param owner the owner
     */
    record HeldBy(OwnerId owner) implements SlotScan {
        /** Checks that nothing is missing. */
        public HeldBy {
            Objects.requireNonNull(owner, "owner");
        }

        @Override
        public <R> R fold(Fold<R> cases) {
            return cases.heldBy(this);
        }

        @Override
        public boolean matches(Slot slot, Instant now) {
            return slot.instance() != null
                    && owner.equals(slot.instance().header().holder());
        }
    }

    /**
     * Slots in which an instance, a claim or a memory is stored: all there are.
     *
     * @param retention how old memories may be to count, or zero for slots with an instance or a claim only
     */
    record Occupied(Duration retention) implements SlotScan {
        /** Checks that nothing is missing. */
        public Occupied {
            Objects.requireNonNull(retention, "retention");
        }

        @Override
        public <R> R fold(Fold<R> cases) {
            return cases.occupied(this);
        }

        @Override
        public boolean matches(Slot slot, Instant now) {
            return !slot.isForgettable(now, retention);
        }
    }
}
