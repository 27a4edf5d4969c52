// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.RememberedCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of the remembered commands of one origin, the latest first. Immutable but for what was made of the bytes once; it does
 * not matter which thread makes that, nor if two do.
 */
final class StoredCommands implements CommandCursor.Before {

    private final byte[] bytes;
    private final int from;
    private final int count;
    private final long origin;
    private final long sequence;
    private final CommandCursor.@Nullable Before before;

    private @Nullable Columns columns;
    private @Nullable List<RememberedCommand> made;
    private CommandCursor.@Nullable Said said;

    /**
     * Leaves the commands where they are.
     *
     * @param in where they are, with their number in front
     * @param before knows what the first one is relative to, or null if nothing is known of the instance
     * @param origin their origin
     * @param sequence what the sequence of the first one is relative to
     */
    StoredCommands(WireInput in, CommandCursor.@Nullable Before before, long origin, long sequence)
            throws DamagedException {
        this.bytes = in.array();
        this.count = in.count();
        this.from = in.position();
        this.before = before;
        this.origin = origin;
        this.sequence = sequence;
    }

    /**
     * Where the commands begin and what they say, as numbers. One of them that gets another neighbour is written anew from these, so
     * that the commands are read once. Immutable.
     */
    private static final class Columns {

        private static final int LOWER_BITS = 0;
        /** The check bits of the revision, and where the command begins. */
        private static final int CHECK_AND_START = 1;

        private static final int NUMBER = 2;
        private static final int TOKEN = 3;
        private static final int WIDTH = 4;

        private final long[] cells;
        private final int end;
        /** Whether these numbers are all that the commands say: nearly always. */
        private final boolean areComplete;

        Columns(StoredCommands stored) throws DamagedException {
            CommandCursor cursor = stored.cursor();
            WireInput in = stored.input();
            cells = new long[WIDTH * stored.count];
            boolean complete = cursor.isOfInstance();
            for (int at = 0; at < cells.length; at += WIDTH) {
                int start = in.position();
                cursor.read(in);
                cells[at + LOWER_BITS] = cursor.lowerBits();
                cells[at + CHECK_AND_START] = (long) cursor.check() << Integer.SIZE | start;
                cells[at + NUMBER] = cursor.number();
                cells[at + TOKEN] = cursor.token();
                complete &= cursor.isUsual();
            }
            end = in.position();
            areComplete = complete;
        }

        int start(int command) {
            return WIDTH * command == cells.length ? end : (int) cells[WIDTH * command + CHECK_AND_START];
        }

        long lowerBits(int command) {
            return cells[WIDTH * command + LOWER_BITS];
        }

        void stand(CommandCursor cursor, int flags, int command) {
            int at = WIDTH * command;
            int check = (int) (cells[at + CHECK_AND_START] >>> Integer.SIZE);
            cursor.stand(cells[at + LOWER_BITS], flags, cells[at + NUMBER], check, cells[at + TOKEN]);
        }
    }

    /** Goes through the commands, the latest first. */
    final class Walk {

        private final CommandCursor cursor = cursor();
        private @Nullable WireInput in;
        private int passed;

        /** Goes on to a command that was not passed over yet, or stays at it. */
        CommandCursor to(int command) {
            Columns known = columns();
            if (known.areComplete) {
                known.stand(cursor, flags(command), command);
                findWhoSaidIt(command);
            } else {
                read(command);
            }
            return cursor;
        }

        /** Not every command says something of the instance. */
        private void findWhoSaidIt(int command) {
            for (int at = command; at >= 0; at--) {
                if (CommandCursor.hasReceipt(flags(at))) {
                    cursor.saidBy(lowerBits(at));
                    return;
                }
            }
        }

        private void read(int command) {
            in = in == null ? input() : in;
            try {
                for (; passed <= command; passed++) {
                    cursor.read(in);
                }
            } catch (DamagedException impossible) {
                throw changed(impossible);
            }
        }
    }

    private CommandCursor cursor() {
        CommandCursor cursor = new CommandCursor(before);
        cursor.begin(origin, sequence);
        return cursor;
    }

    private WireInput input() {
        return new WireInput(bytes, from, bytes.length);
    }

    private Columns columns() {
        Columns present = columns;
        if (present == null) {
            try {
                present = new Columns(this);
            } catch (DamagedException impossible) {
                throw changed(impossible);
            }
            columns = present;
        }
        return present;
    }

    private static IllegalStateException changed(DamagedException impossible) {
        return new IllegalStateException("a slot in memory is not what was packed", impossible);
    }

    Walk walk() {
        return new Walk();
    }

    int count() {
        return count;
    }

    long lowerBits(int command) {
        return columns().lowerBits(command);
    }

    boolean isExpendable(int command) {
        return CommandCursor.isExpendable(flags(command));
    }

    private int flags(int command) {
        return bytes[columns().start(command)];
    }

    /** Writes some commands, one after the other, as they are. */
    void copy(int first, int last, WireOutput out) {
        out.bytes(bytes, columns().start(first), columns().start(last + 1));
    }

    /** All of them as objects. */
    List<RememberedCommand> all() {
        List<RememberedCommand> present = made;
        if (present == null) {
            Walk walk = walk();
            List<RememberedCommand> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(walk.to(i).command());
            }
            present = List.copyOf(all);
            made = present;
        }
        return present;
    }

    /** What was said last of the instance, behind all of them. Kept, for each origin asks the one before it. */
    @Override
    public CommandCursor.@Nullable Said said() {
        CommandCursor.Said present = said;
        if (present == null) {
            present = count == 0 ? cursor().said() : walk().to(count - 1).said();
            said = present;
        }
        return present;
    }
}
