// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.format.message.InstanceOperations;
import dev.rehydrate.format.message.SlotOperations;
import dev.rehydrate.format.wire.Variants;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.DiscardDamaged;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.ExtendIdleTime;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.operation.RevokeHold;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.operation.WithdrawKey;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How operations travel to their slot. */
public final class OperationFormat {

    static final Frame FRAME = Frame.second("an operation", 'O');

    private static final Variants<SlotOperation<?>> OPERATIONS = new Variants<SlotOperation<?>>("an operation")
            .with(1, AcquireInstance.class, InstanceOperations::writeAcquire, InstanceOperations::acquire)
            .with(2, CommitInstance.class, InstanceOperations::writeCommit, InstanceOperations::commit)
            .with(3, ReleaseHold.class, InstanceOperations::writeRelease, InstanceOperations::release)
            .with(4, ControlInstance.class, InstanceOperations::writeControl, InstanceOperations::control)
            .with(10, RevokeHold.class, InstanceOperations::writeRevoke, InstanceOperations::revoke)
            .with(11, ExtendIdleTime.class, InstanceOperations::writeExtend, InstanceOperations::extend)
            .with(5, InspectSlot.class, SlotOperations::writeInspect, SlotOperations::inspect)
            .with(6, ClaimKey.class, SlotOperations::writeClaim, SlotOperations::claim)
            .with(7, RevokeClaims.class, SlotOperations::writeRevoke, SlotOperations::revoke)
            .with(8, DropClaim.class, SlotOperations::writeDrop, SlotOperations::drop)
            .with(12, WithdrawKey.class, SlotOperations::writeWithdraw, SlotOperations::withdraw)
            .with(13, DiscardDamaged.class, SlotOperations::writeDiscard, SlotOperations::discard)
            .with(9, SweepSlot.class, SlotOperations::writeSweep, SlotOperations::sweep);

    private OperationFormat() {}

    /**
     * Writes an operation.
     *
     * @param operation the operation
     * @param out where to
     * @throws IOException if the sink fails, or the values of the operation have 2 GiB or more
     */
    public static void write(SlotOperation<?> operation, DataOutput out) throws IOException {
        FRAME.write(operation, out, OPERATIONS::write);
    }

    /**
     * Writes an operation into an array of exactly the size that is needed.
     *
     * @param operation the operation
     * @param before how many bytes stay free in front of it
     * @return an array of its own
     * @throws WireFormatException if it does not fit into an array
     */
    public static byte[] bytes(SlotOperation<?> operation, int before) throws WireFormatException {
        return FRAME.bytes(operation, OPERATIONS::write, before, 0);
    }

    /**
     * Reads an operation of any size.
     *
     * @param in where from
     * @return the operation
     * @throws WireFormatException if these are not the bytes of an operation that this version can read
     */
    public static SlotOperation<?> read(DataInput in) throws WireFormatException {
        return read(in, Frame.ANY_PAYLOAD);
    }

    /**
     * Reads an operation.
     *
     * @param in where from
     * @param payloadLimit how many bytes its values may have together
     * @return the operation
     * @throws WireFormatException if these are not the bytes of an operation that this version can read, or too many
     */
    public static SlotOperation<?> read(DataInput in, int payloadLimit) throws WireFormatException {
        return FRAME.read(in, payloadLimit, OPERATIONS::read);
    }
}
