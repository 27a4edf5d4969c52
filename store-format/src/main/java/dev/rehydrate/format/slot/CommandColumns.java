// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.Revision;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The remembered commands of one sequenced origin as numbers, the latest first: where each one is in the bytes, and which revision
 * and token it says in the end. Each is written by its difference to the one before it, so one that gets another
 * neighbour has to be written anew; with these numbers that needs no object (ADR 128).
 */
final class CommandColumns {

    private static final int ID = 0;
    /** The check bits of the revision, and where the command begins. */
    private static final int CHECK_AND_START = 1;

    private static final int NUMBER = 2;
    private static final int TOKEN = 3;
    private static final int WIDTH = 4;

    private final byte[] bytes;
    private final CommandId first;
    private final int count;
    private final int end;
    private final long[] cells;
    /** What the first command is relative to, if all of them are of that instance and life; else null, and the numbers are not known. */
    private final RememberedCommands.@Nullable Before base;

    /**
     * Passes over the commands of an origin.
     *
     * @param in where they are
     * @param first what the sequence of the first one is relative to
     * @param before what its receipt is relative to, or null if that is not known yet
     */
    CommandColumns(WireInput in, CommandId first, RememberedCommands.@Nullable Before before) throws IOException {
        this.bytes = in.array();
        this.first = first;
        this.count = in.count();
        this.cells = new long[WIDTH * count];
        Pass pass = new Pass(first, before);
        for (int i = 0; i < count; i++) {
            int start = in.position();
            pass.over(in);
            int at = WIDTH * i;
            cells[at + ID] = pass.low;
            cells[at + CHECK_AND_START] = (long) pass.check << Integer.SIZE | start;
            cells[at + NUMBER] = pass.number;
            cells[at + TOKEN] = pass.token;
        }
        this.end = in.position();
        this.base = pass.known ? before : null;
    }

    byte[] bytes() {
        return bytes;
    }

    CommandId first() {
        return first;
    }

    int count() {
        return count;
    }

    long lowerBits(int command) {
        return cells[WIDTH * command + ID];
    }

    /** Where a command begins; that of the count is where the last one ends. */
    int start(int command) {
        return command == count ? end : (int) cells[WIDTH * command + CHECK_AND_START];
    }

    int flags(int command) {
        return bytes[start(command)];
    }

    /** What the commands up to one say of the instance; only if the numbers are known. */
    RememberedCommands.Before said(RememberedCommands.Before from, int command) {
        int at = WIDTH * command;
        long incarnation = from.revision().incarnation();
        return new RememberedCommands.Before(
                from.id(),
                new Revision(incarnation, cells[at + NUMBER], check(command)),
                new FencingToken(cells[at + TOKEN]));
    }

    /** What the first command is relative to, or null if the numbers are not known. */
    RememberedCommands.@Nullable Before base() {
        return base;
    }

    private int check(int command) {
        return (int) (cells[WIDTH * command + CHECK_AND_START] >>> Integer.SIZE);
    }

    /**
     * Writes some of the commands behind others.
     *
     * @param out where to
     * @param kept which ones, the latest first
     * @param said what was said last, of the same life of the same instance; the numbers must be known
     * @param last the id that was written last
     */
    void write(WireOutput out, int[] kept, RememberedCommands.Before said, CommandId last) {
        Writing writing = new Writing(said, last);
        int next = 0;
        while (next < kept.length) {
            boolean saysAll = false;
            while (next < kept.length && !saysAll) {
                saysAll = writing.anew(out, kept[next++]);
            }
            int copied = next;
            while (next < kept.length && kept[next] == kept[next - 1] + 1) {
                next++;
            }
            if (next > copied) {
                // Each one is said by what was said before it, and that is the same as it was.
                out.bytes(bytes, start(kept[copied]), start(kept[next - 1] + 1));
                writing.goOnBehind(kept[next - 1]);
            }
        }
    }

    /** Reads what is relative to the command before. */
    private static final class Pass {

        private final long high;
        private long low;
        private long number;
        private int check;
        private long token;
        /** Whether all of it is known: nearly always. */
        private boolean known;

        Pass(CommandId first, RememberedCommands.@Nullable Before before) {
            high = first.high();
            low = first.low();
            known = before != null && before.id() != null;
            if (before != null) {
                number = before.revision().number();
                check = before.revision().check();
                token = before.token().value();
            }
        }

        void over(WireInput in) throws IOException {
            int flags = in.code();
            CommandId last = new CommandId(high, low);
            int lane = (flags & RememberedCommands.OTHER_LANE) == 0 ? last.lane() : in.code();
            CommandId id = CommandId.at(high, lane, last.sequence() + in.signed());
            low = id.low();
            if ((flags & RememberedCommands.RECEIPT) != 0) {
                receipt(in, id, flags);
            }
        }

        private void receipt(WireInput in, CommandId id, int flags) throws IOException {
            if ((flags & RememberedCommands.OTHER_LIFE) != 0) {
                known = false;
                in.skip(2 * Long.BYTES);
                if ((flags & RememberedCommands.SAME_REVISION) == 0) {
                    var unused = Ids.revision(in);
                }
            } else if ((flags & RememberedCommands.REVISION_BEFORE) != 0) {
                number--;
                check = id.check();
            } else if ((flags & RememberedCommands.SAME_REVISION) == 0) {
                number += in.signed();
                check = in.fixed32();
            }
            if ((flags & RememberedCommands.SAME_TOKEN) == 0) {
                token = in.number();
            }
            if ((flags & RememberedCommands.INITIALIZED) == 0) {
                known = false;
                in.skip(1);
            }
        }
    }

    /** What was written last. */
    private final class Writing {

        private long low;
        private long number;
        private int check;
        private long token;

        Writing(RememberedCommands.Before said, CommandId last) {
            low = last.low();
            number = said.revision().number();
            check = said.revision().check();
            token = said.token().value();
        }

        /** Writes a command by its difference to what was written last, and tells whether it has a receipt. */
        boolean anew(WireOutput out, int command) {
            CommandId last = new CommandId(first.high(), low);
            CommandId id = new CommandId(first.high(), lowerBits(command));
            int present = flags(command);
            int flags = present & (RememberedCommands.RECEIPT | RememberedCommands.EXPENDABLE);
            flags |= id.lane() == last.lane() ? 0 : RememberedCommands.OTHER_LANE;
            boolean receipt = (present & RememberedCommands.RECEIPT) != 0;
            flags |= receipt ? RememberedCommands.INITIALIZED | difference(id, command) : 0;
            out.code(flags);
            if ((flags & RememberedCommands.OTHER_LANE) != 0) {
                out.code(id.lane());
            }
            out.signed(id.sequence() - last.sequence());
            if (receipt) {
                writeReceipt(out, command, flags);
                goOnBehind(command);
            } else {
                low = id.low();
            }
            return receipt;
        }

        private int difference(CommandId id, int command) {
            int at = WIDTH * command;
            int flags = cells[at + TOKEN] == token ? RememberedCommands.SAME_TOKEN : 0;
            if (cells[at + NUMBER] == number && check(command) == check) {
                return flags | RememberedCommands.SAME_REVISION;
            }
            boolean before = cells[at + NUMBER] == number - 1 && check(command) == id.check();
            return before ? flags | RememberedCommands.REVISION_BEFORE : flags;
        }

        private void writeReceipt(WireOutput out, int command, int flags) {
            int at = WIDTH * command;
            if ((flags & (RememberedCommands.REVISION_BEFORE | RememberedCommands.SAME_REVISION)) == 0) {
                out.signed(cells[at + NUMBER] - number);
                out.fixed32(check(command));
            }
            if ((flags & RememberedCommands.SAME_TOKEN) == 0) {
                out.number(cells[at + TOKEN]);
            }
        }

        private void goOnBehind(int command) {
            int at = WIDTH * command;
            low = cells[at + ID];
            number = cells[at + NUMBER];
            check = check(command);
            token = cells[at + TOKEN];
        }
    }
}
