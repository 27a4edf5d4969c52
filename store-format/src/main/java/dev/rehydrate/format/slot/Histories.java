// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Tombstone;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which commands a slot remembers: for each origin a section with its history. Sequences, times, numbers and tokens are
 * written as differences, so that a command takes two to four bytes.
 */
public final class Histories {

    private static final int HALF = 32;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private final long second;
    /** What the next command is relative to. */
    private CommandCursor.@Nullable Before before;

    /**
     * Begins with what is known without the commands.
     *
     * @param changedAt when the slot changed last
     * @param now the instance that is in it now, or null
     * @param tombstone what is left of the last one, or null
     */
    public Histories(Instant changedAt, @Nullable InstanceHeader now, @Nullable Tombstone tombstone) {
        this.second = changedAt.getEpochSecond();
        this.before = CommandCursor.Said.of(now, tombstone);
    }

    public void write(WireOutput out, CommandHistory history) {
        int section = out.beginSection();
        List<OriginHistory> origins = history.origins();
        CommandCursor last = new CommandCursor(before);
        out.number(origins.size());
        for (int i = 0; i < origins.size(); i++) {
            writeOrigin(out, origins.get(i), last, i < origins.size() - 1);
        }
        out.endSection(section);
    }

    public CommandHistory read(WireInput in) throws IOException {
        int outer = in.enter();
        CommandHistory history = new CommandHistory(in.list(this::origin));
        in.leave(outer);
        return history;
    }

    private void writeOrigin(WireOutput out, OriginHistory origin, CommandCursor last, boolean goesOn) {
        int section = out.beginSection();
        out.fixed64(origin.origin());
        out.signed(second - origin.lastSecond());
        out.number(origin.forgottenLanes() & LOWER_HALF);
        out.number(origin.forgottenLanes() >>> HALF);
        if (origin.forgottenLanes() != 0) {
            out.number(origin.forgottenThrough());
        }
        last.begin(origin.origin(), origin.forgottenThrough());
        writeCommands(out, origin.recent(), last, goesOn);
        out.endSection(section);
    }

    /** The latest first. */
    private static void writeCommands(
            WireOutput out, List<RememberedCommand> recent, CommandCursor last, boolean goesOn) {
        out.number(recent.size());
        int packed = recent instanceof PackedCommands some ? some.kept() : 0;
        for (int i = recent.size() - 1; i >= packed; i--) {
            last.write(out, recent.get(i));
        }
        if (recent instanceof PackedCommands some) {
            some.writeKept(out, last, goesOn);
        }
    }

    private List<RememberedCommand> commands(WireInput in, long origin, long through) throws IOException {
        if (in.isKept() && origin != OriginHistory.CHOSEN) {
            StoredCommands stored = new StoredCommands(in, before, origin, through);
            before = stored;
            return new PackedCommands(stored);
        }
        CommandCursor cursor = new CommandCursor(before);
        cursor.begin(origin, through);
        List<RememberedCommand> inOrder = new ArrayList<>(in.list(each -> {
            cursor.read(each);
            return cursor.command();
        }));
        before = cursor.said();
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
        List<RememberedCommand> recent = commands(in, origin, through);
        in.leave(outer);
        return new OriginHistory(origin, lastSecond, recent, lanes, through);
    }
}
