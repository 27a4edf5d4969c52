// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.RememberedCommand;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which commands a slot remembers: for each origin a section with its history. Sequences, times, numbers and tokens are
 * written as differences, so that a command takes two to four bytes.
 */
public final class Histories {

    private static final int HALF = 32;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private final long second;
    private final RememberedCommands commands;

    /** Of a slot that changed last at a moment, and of the instance that is in it now. */
    public Histories(Instant changedAt, RememberedCommands commands) {
        this.second = changedAt.getEpochSecond();
        this.commands = commands;
    }

    public void write(WireOutput out, CommandHistory history) {
        out.section(history, (section, all) -> section.list(all.origins(), this::writeOrigin));
    }

    public CommandHistory read(WireInput in) throws IOException {
        return in.section(section -> new CommandHistory(section.list(this::origin)));
    }

    private void writeOrigin(WireOutput out, OriginHistory origin) {
        out.section(origin, (each, it) -> {
            each.fixed64(it.origin());
            each.signed(second - it.lastSecond());
            each.number(it.forgottenLanes() & LOWER_HALF);
            each.number(it.forgottenLanes() >>> HALF);
            if (it.forgottenLanes() != 0) {
                each.number(it.forgottenThrough());
            }
            commands.begin(it.origin(), it.forgottenThrough());
            writeCommands(each, it.recent());
        });
    }

    /** The latest first. */
    private void writeCommands(WireOutput out, List<RememberedCommand> recent) {
        out.number(recent.size());
        int packed = recent instanceof PackedCommands some ? some.kept() : 0;
        for (int i = recent.size() - 1; i >= packed; i--) {
            commands.write(out, recent.get(i));
        }
        if (recent instanceof PackedCommands some) {
            some.writeKept(out, commands);
        }
    }

    private List<RememberedCommand> commands(WireInput in, long origin) throws IOException {
        if (in.isKept() && origin != OriginHistory.CHOSEN) {
            return PackedCommands.in(in, commands);
        }
        List<RememberedCommand> inOrder = new ArrayList<>(in.list(commands::read));
        Collections.reverse(inOrder);
        return inOrder;
    }

    private OriginHistory origin(WireInput in) throws IOException {
        return in.section(each -> {
            long origin = each.fixed64();
            long lastSecond = second - each.signed();
            long lower = each.number();
            long lanes = each.number() << HALF | lower;
            long through = lanes == 0 ? 0 : each.number();
            commands.begin(origin, through);
            return new OriginHistory(origin, lastSecond, commands(each, origin), lanes, through);
        });
    }
}
