// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.StoredValues;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.ExtendIdleTime;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.RevokeHold;
import java.io.IOException;

/** The operations that are commands: they have an id, and a slot remembers them. */
public final class InstanceOperations {

    private InstanceOperations() {}

    public static void writeAcquire(WireOutput out, AcquireInstance acquire) {
        Ids.write(out, acquire.id());
        Callers.write(out, acquire.caller());
        Callers.write(out, acquire.proof());
        Callers.write(out, acquire.lookup());
        StoredValues.writeBags(out, acquire.associate());
        out.signed(acquire.claimedUnder());
    }

    public static AcquireInstance acquire(WireInput in) throws IOException {
        return new AcquireInstance(
                Ids.command(in),
                Callers.read(in),
                Callers.proof(in),
                Callers.lookup(in),
                StoredValues.bags(in),
                in.signed());
    }

    public static void writeCommit(WireOutput out, CommitInstance commit) {
        Ids.write(out, commit.id());
        Callers.write(out, commit.caller());
        Callers.write(out, commit.proof());
        Callers.write(out, commit.expected());
        Changes.write(out, commit.changes());
        out.code(Codes.of(commit.after()));
        out.signed(commit.claimedUnder());
    }

    public static CommitInstance commit(WireInput in) throws IOException {
        return new CommitInstance(
                Ids.command(in),
                Callers.read(in),
                Callers.proof(in),
                Callers.expected(in),
                Changes.read(in),
                Codes.constant(CommitInstance.After.values(), Codes::of, in.code()),
                in.signed());
    }

    public static void writeRelease(WireOutput out, ReleaseHold release) {
        Ids.write(out, release.id());
        Ids.write(out, release.owner());
        Ids.write(out, release.hold());
    }

    public static ReleaseHold release(WireInput in) throws DamagedException {
        return new ReleaseHold(Ids.command(in), Ids.owner(in), Ids.hold(in));
    }

    public static void writeControl(WireOutput out, ControlInstance control) {
        out.presence(control.suspension());
        Ids.write(out, control.id());
        Callers.write(out, control.caller());
        out.optional(control.suspension(), HeaderChanges.SUSPENSION::write);
    }

    public static ControlInstance control(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        CommandId id = Ids.command(in);
        Caller caller = Callers.read(in);
        return new ControlInstance(id, caller, present.next(HeaderChanges.SUSPENSION::read));
    }

    public static void writeRevoke(WireOutput out, RevokeHold revoke) {
        Ids.write(out, revoke.id());
        Callers.write(out, revoke.caller());
    }

    public static RevokeHold revoke(WireInput in) throws IOException {
        return new RevokeHold(Ids.command(in), Callers.read(in));
    }

    public static void writeExtend(WireOutput out, ExtendIdleTime extend) {
        Ids.write(out, extend.id());
        Callers.write(out, extend.caller());
        HeaderChanges.IDLE_TTL.write(out, extend.idleTtl());
    }

    public static ExtendIdleTime extend(WireInput in) throws IOException {
        return new ExtendIdleTime(Ids.command(in), Callers.read(in), HeaderChanges.IDLE_TTL.read(in));
    }
}
