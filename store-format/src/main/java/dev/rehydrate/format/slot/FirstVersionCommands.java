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

    /**
     * Of which life the receipts are.
     *
     * @param id of which instance
     * @param incarnation which life of it
     */
    private record Life(InstanceId id, long incarnation) {}

    private @Nullable Life life;

    /** Begins with the instance that is in the slot now. */
    public FirstVersionCommands(@Nullable InstanceHeader now) {
        life = now == null ? null : new Life(now.id(), now.revision().incarnation());
    }

    public RememberedCommand read(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            boolean hasReceipt = present.next();
            CommandId id = Ids.command(each);
            if (present.next()) {
                life = new Life(Ids.instance(each), each.fixed64());
            }
            return new RememberedCommand(id, hasReceipt ? receipt(each) : null);
        });
    }

    private SaveReceipt receipt(WireInput in) throws DamagedException {
        if (life == null) {
            throw new DamagedException("a receipt of no instance");
        }
        Revision revision = new Revision(life.incarnation, in.number());
        return new SaveReceipt(life.id, revision, Ids.token(in), Codes.state(in.code()));
    }
}
