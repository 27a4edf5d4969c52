// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an instance costs beside its payload. */
class FootprintTest {

    private static final int PAYLOAD = 1024;
    private static final int GOAL = 200;
    /** Its own head has codec, type, version, length and checksum. */
    private static final EncodedValue VALUE =
            ValueEncoding.builder().compressFrom(Integer.MAX_VALUE).build().encode("x".repeat(PAYLOAD));

    @Test
    void anIdleInstanceWithItsHomeKeyAddsLittle() {
        int slot = size(idle(Samples.IDLE.recent().commands()));
        report("1 KiB of text in a slot: +" + (slot - PAYLOAD) + "; beside its encoded value: +"
                + (slot - VALUE.size()));

        assertThat(slot - PAYLOAD).isLessThanOrEqualTo(GOAL);
        assertThat(slot - VALUE.size()).isLessThanOrEqualTo(140);
    }

    @Test
    void aRememberedCommandAddsLittle() {
        int none = size(idle(List.of()));
        int one = size(idle(commands(1)));
        int full = size(idle(commands(Slot.REMEMBERED_COMMANDS)));
        report("no remembered command: " + none + ", one: +" + (one - none) + ", " + Slot.REMEMBERED_COMMANDS + ": +"
                + (full - none) + "; what " + Slot.REMEMBERED_COMMANDS + " commands leave after the end: "
                + size(ended()));

        assertThat(full - none).isLessThanOrEqualTo(60);
        assertThat((full - one) / (Slot.REMEMBERED_COMMANDS - 1)).isLessThanOrEqualTo(5);
        assertThat(size(ended())).isLessThanOrEqualTo(96);
    }

    /** What one process does to one instance, among many others. */
    private static List<RememberedCommand> commands(int number) {
        List<RememberedCommand> commands = new ArrayList<>();
        Revision revision = new Revision(Samples.REVISION.incarnation(), 299, 1);
        for (int i = 0; i < number; i++) {
            CommandId id = CommandId.at(0xABCDEF0123458FEDL, 3, 1_000_000 + 20_000L * i);
            revision = revision.next(id.check());
            commands.add(new RememberedCommand(
                    id, new SaveReceipt(Samples.ID, revision, Samples.TOKEN, InstanceState.INITIALIZED)));
        }
        return commands;
    }

    private static Slot ended() {
        CommandId id = CommandId.at(0xABCDEF0123458FEDL, 3, 3_000_000);
        CommitInstance end = new CommitInstance(
                id,
                new Caller(Samples.OWNER, null, null, Set.of()),
                new LockProof.Nothing(),
                Expected.any(),
                InstanceChanges.none(),
                CommitInstance.After.DELETED,
                0);
        return ((Decision.Write<?>) end.decide(
                        SlotAddress.of(Samples.ID),
                        idle(commands(Slot.REMEMBERED_COMMANDS)),
                        Samples.UPDATED.plusSeconds(60)))
                .next();
    }

    @Test
    void aSaveOfOneValueAddsLittle() {
        CommitInstance save = (CommitInstance) SampleMessages.OPERATIONS.get(4);
        int empty = Wire.bytes(save, OperationFormat::write).length;
        report("a save that changes nothing: " + empty);

        assertThat(empty).isLessThanOrEqualTo(80);
    }

    private static Slot idle(List<RememberedCommand> recent) {
        InstanceRecord idle = Samples.IDLE.instance();
        InstanceRecord record = new InstanceRecord(
                idle.header(), null, idle.keys(), Map.of("state", new StoredValue(VALUE, Set.of(), null)), Map.of());
        return new Slot(
                record,
                null,
                0,
                CommandHistory.of(recent, idle.header().updatedAt()),
                null,
                idle.header().updatedAt(),
                null);
    }

    private static int size(Slot slot) {
        return Wire.bytes(slot, SlotFormat::write).length;
    }

    @SuppressWarnings("SystemOut")
    private static void report(String numbers) {
        System.out.println("footprint: " + numbers);
    }
}
