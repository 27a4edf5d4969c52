// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.Records;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.SweepAnswer;
import java.io.IOException;
import java.util.Set;

/** The answers that are records of their own. */
public final class Answers {

    private Answers() {}

    public static void writeGrant(WireOutput out, LoadGrant grant) {
        Records.write(out, grant.record());
        out.signed(grant.claimEpoch());
    }

    public static LoadGrant grant(WireInput in) throws IOException {
        return new LoadGrant(Records.read(in), in.signed());
    }

    public static void writeCommit(WireOutput out, CommitAnswer answer) {
        out.presence(answer.runnableAt());
        out.section(answer.receipt(), Answers::writeReceipt);
        out.signed(answer.claimEpoch());
        Ids.writeKeys(out, answer.droppedKeys());
        out.optional(answer.runnableAt(), WireOutput::instant);
    }

    public static CommitAnswer commit(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        SaveReceipt receipt = in.section(Answers::receipt);
        long claimEpoch = in.signed();
        Set<InstanceKey> dropped = Ids.keys(in);
        return new CommitAnswer(receipt, claimEpoch, dropped, present.next(WireInput::instant));
    }

    public static void writeControl(WireOutput out, ControlAnswer answer) {
        out.presence(answer.runnableAt());
        out.signed(answer.claimEpoch());
        Ids.writeKeys(out, answer.droppedKeys());
        out.optional(answer.runnableAt(), WireOutput::instant);
    }

    public static ControlAnswer control(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        long claimEpoch = in.signed();
        Set<InstanceKey> dropped = Ids.keys(in);
        return new ControlAnswer(claimEpoch, dropped, present.next(WireInput::instant));
    }

    public static void writeSweep(WireOutput out, SweepAnswer answer) {
        out.presence(answer.removed());
        out.optional(answer.removed(), Ids::write);
        out.signed(answer.claimEpoch());
        Ids.writeKeys(out, answer.droppedKeys());
    }

    public static SweepAnswer sweep(WireInput in) throws IOException {
        InstanceId removed = in.presence().next(Ids::instance);
        return new SweepAnswer(removed, in.signed(), Ids.keys(in));
    }

    private static void writeReceipt(WireOutput out, SaveReceipt receipt) {
        Ids.write(out, receipt.id());
        Ids.write(out, receipt.revision());
        Ids.write(out, receipt.token());
        out.code(Codes.of(receipt.state()));
    }

    private static SaveReceipt receipt(WireInput in) throws DamagedException {
        return new SaveReceipt(Ids.instance(in), Ids.revision(in), Ids.token(in), Codes.state(in.code()));
    }
}
