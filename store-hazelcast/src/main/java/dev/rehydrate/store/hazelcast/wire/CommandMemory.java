// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.wire;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.RememberedCommand;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The remembered commands of one slot. Nearly all of them changed the same life of the same instance, so which one it was
 * is only said when it is another than that of the command before.
 */
final class CommandMemory {

    private record Life(InstanceId id, long incarnation) {}

    private @Nullable Life before;

    /** Begins with the instance that is in the slot now, if there is one. */
    CommandMemory(@Nullable InstanceHeader now) {
        before = now == null ? null : new Life(now.id(), now.revision().incarnation());
    }

    void write(WireOutput out, RememberedCommand command) {
        SaveReceipt receipt = command.receipt();
        Life other = receipt == null || isOfLifeBefore(receipt)
                ? null
                : new Life(receipt.id(), receipt.revision().incarnation());
        out.section(command, (each, it) -> {
            each.presence(receipt, other);
            Ids.write(each, it.id());
            each.optional(other, CommandMemory::writeLife);
            each.optional(receipt, CommandMemory::writeRest);
        });
        before = other == null ? before : other;
    }

    private boolean isOfLifeBefore(SaveReceipt receipt) {
        return before != null
                && before.incarnation == receipt.revision().incarnation()
                && before.id.equals(receipt.id());
    }

    RememberedCommand read(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            boolean hasReceipt = present.next(nothing -> true) != null;
            CommandId id = Ids.command(each);
            Life other = present.next(CommandMemory::life);
            before = other == null ? before : other;
            return new RememberedCommand(id, hasReceipt ? receipt(each) : null);
        });
    }

    private static void writeLife(WireOutput out, Life life) {
        Ids.write(out, life.id);
        out.fixed64(life.incarnation);
    }

    private static Life life(WireInput in) throws WireFormatException {
        return new Life(Ids.instance(in), in.fixed64());
    }

    private static void writeRest(WireOutput out, SaveReceipt receipt) {
        out.number(receipt.revision().number());
        Ids.write(out, receipt.token());
        out.code(Codes.of(receipt.state()));
    }

    private SaveReceipt receipt(WireInput in) throws WireFormatException {
        Life life = Objects.requireNonNull(before, "a receipt of no instance");
        Revision revision = new Revision(life.incarnation, in.number());
        return new SaveReceipt(
                life.id, revision, Ids.token(in), Codes.constant(InstanceState.values(), Codes::of, in.code()));
    }
}
