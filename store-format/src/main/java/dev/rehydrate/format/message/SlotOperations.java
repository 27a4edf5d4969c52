// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.DiscardDamaged;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.operation.WithdrawKey;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;

/** The operations on claims and on slots as such, which no slot remembers. */
public final class SlotOperations {

    private SlotOperations() {}

    public static void writeInspect(WireOutput out, InspectSlot inspect) {
        Ids.writeOwners(out, inspect.expiredOwners());
        ValueSelection needed = inspect.valuesNeeded();
        if (!needed.isAll()) {
            out.sorted(needed.names(), Comparator.<String>naturalOrder(), WireOutput::text);
            if (needed.keys() != null) {
                Ids.writeKeys(out, needed.keys());
                if (inspect.changesNeeded()) {
                    out.flag(true);
                }
            }
        }
    }

    /**
     * An older version answers with all values, or all keys: the caller leaves out those that it did not select. There is no place for
     * keys where all values are selected, because an older version would take it for a list of names. One that does not know of recorded
     * changes answers without them.
     */
    public static InspectSlot inspect(WireInput in) throws IOException {
        Set<OwnerId> dead = Ids.owners(in);
        if (in.isAtEnd()) {
            return new InspectSlot(dead);
        }
        Set<String> names = in.set(WireInput::text);
        ValueSelection needed = new ValueSelection(false, names, in.isAtEnd() ? null : Ids.keys(in));
        return new InspectSlot(dead, needed, !in.isAtEnd() && in.flag());
    }

    public static void writeClaim(WireOutput out, ClaimKey claim) {
        out.presence(claim.replacing());
        Ids.write(out, claim.key());
        Slots.writeClaim(out, claim.wanted());
        out.optional(claim.replacing(), Slots::writeClaim);
        Ids.writeOwners(out, claim.expiredOwners());
    }

    public static ClaimKey claim(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        InstanceKey key = Ids.key(in);
        KeyClaim wanted = Slots.claim(in);
        return new ClaimKey(key, wanted, present.next(Slots::claim), Ids.owners(in));
    }

    public static void writeRevoke(WireOutput out, RevokeClaims revoke) {
        Ids.write(out, revoke.key());
        out.signed(revoke.epoch());
        Ids.writeOwners(out, revoke.expiredOwners());
    }

    public static RevokeClaims revoke(WireInput in) throws IOException {
        return new RevokeClaims(Ids.key(in), in.signed(), Ids.owners(in));
    }

    public static void writeDrop(WireOutput out, DropClaim drop) {
        Ids.write(out, drop.instance());
        out.signed(drop.below());
    }

    public static DropClaim drop(WireInput in) throws DamagedException {
        return new DropClaim(Ids.instance(in), in.signed());
    }

    public static void writeWithdraw(WireOutput out, WithdrawKey withdraw) {
        Ids.write(out, withdraw.id());
        Ids.write(out, withdraw.key());
    }

    public static WithdrawKey withdraw(WireInput in) throws DamagedException {
        return new WithdrawKey(Ids.command(in), Ids.key(in));
    }

    /** There is nothing to say of it. */
    public static void writeDiscard(WireOutput out, DiscardDamaged discard) {}

    public static DiscardDamaged discard(WireInput in) {
        return new DiscardDamaged();
    }

    public static void writeSweep(WireOutput out, SweepSlot sweep) {
        Ids.writeOwners(out, sweep.expiredOwners());
        out.duration(sweep.retention());
        EndRetention ends = sweep.ends();
        if (!ends.equals(EndRetention.NEVER)) {
            out.presence(ends.completed(), ends.failed());
            out.optional(ends.completed(), WireOutput::duration);
            out.optional(ends.failed(), WireOutput::duration);
        }
    }

    public static SweepSlot sweep(WireInput in) throws IOException {
        Set<OwnerId> dead = Ids.owners(in);
        Duration retention = in.duration();
        return new SweepSlot(dead, retention, in.isAtEnd() ? EndRetention.NEVER : ends(in));
    }

    private static EndRetention ends(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        return new EndRetention(present.next(WireInput::duration), present.next(WireInput::duration));
    }
}
