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
            each.list(latestFirst(it.recent()), commands::write);
        });
    }

    private static List<RememberedCommand> latestFirst(List<RememberedCommand> commands) {
        List<RememberedCommand> turned = new ArrayList<>(commands);
        Collections.reverse(turned);
        return turned;
    }

    private OriginHistory origin(WireInput in) throws IOException {
        return in.section(each -> {
            long origin = each.fixed64();
            long lastSecond = second - each.signed();
            long lower = each.number();
            long lanes = each.number() << HALF | lower;
            long through = lanes == 0 ? 0 : each.number();
            commands.begin(origin, through);
            return new OriginHistory(origin, lastSecond, latestFirst(each.list(commands::read)), lanes, through);
        });
    }
}
