// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.RememberedCommand;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The remembered commands of a slot as version 1 wrote them: each with its id in full, and with its life where that is another
 * than before.
 */
public final class FirstVersionCommands {

    /** Of which life the receipts are: of which instance, and which one of it. */
    private @Nullable InstanceId id;

    private long incarnation;

    /** Begins with the instance that is in the slot now. */
    public FirstVersionCommands(@Nullable InstanceHeader now) {
        if (now != null) {
            id = now.id();
            incarnation = now.revision().incarnation();
        }
    }

    public RememberedCommand read(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            boolean hasReceipt = present.next();
            CommandId command = Ids.command(each);
            if (present.next()) {
                id = Ids.instance(each);
                incarnation = each.fixed64();
            }
            return new RememberedCommand(command, hasReceipt ? receipt(each) : null);
        });
    }

    private SaveReceipt receipt(WireInput in) throws DamagedException {
        if (id == null) {
            throw new DamagedException("a receipt of no instance");
        }
        Revision revision = new Revision(incarnation, in.number());
        return new SaveReceipt(id, revision, Ids.token(in), Codes.state(in.code()));
    }
}
