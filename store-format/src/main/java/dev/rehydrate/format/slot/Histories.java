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
        int section = out.beginSection();
        List<OriginHistory> origins = history.origins();
        out.number(origins.size());
        for (int i = 0; i < origins.size(); i++) {
            writeOrigin(out, origins.get(i));
        }
        out.endSection(section);
    }

    public CommandHistory read(WireInput in) throws IOException {
        int outer = in.enter();
        CommandHistory history = new CommandHistory(in.list(this::origin));
        in.leave(outer);
        return history;
    }

    private void writeOrigin(WireOutput out, OriginHistory origin) {
        int section = out.beginSection();
        out.fixed64(origin.origin());
        out.signed(second - origin.lastSecond());
        out.number(origin.forgottenLanes() & LOWER_HALF);
        out.number(origin.forgottenLanes() >>> HALF);
        if (origin.forgottenLanes() != 0) {
            out.number(origin.forgottenThrough());
        }
        commands.begin(origin.origin(), origin.forgottenThrough());
        writeCommands(out, origin.recent());
        out.endSection(section);
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
        int outer = in.enter();
        long origin = in.fixed64();
        long lastSecond = second - in.signed();
        long lower = in.number();
        long lanes = in.number() << HALF | lower;
        long through = lanes == 0 ? 0 : in.number();
        commands.begin(origin, through);
        List<RememberedCommand> recent = commands(in, origin);
        in.leave(outer);
        return new OriginHistory(origin, lastSecond, recent, lanes, through);
    }
}
