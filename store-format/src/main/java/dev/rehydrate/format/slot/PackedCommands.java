// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.CommandLog;
import dev.rehydrate.slot.RememberedCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The remembered commands of one sequenced origin as they lie in the head of a slot, and those that came later. An operation
 * reads ids and adds a command; to make objects of all commands for that, and bytes of them again, was a third of the garbage
 * of a save (ADR 122). A reader that asks for none of them does not even pass over them (ADR 129).
 *
 * <p>Commands are written the latest first, each by its difference to the one before it. So those that came later go in front;
 * of what follows, all behind the first one with a receipt stays the same, byte by byte; and what is forgotten is mostly cut off
 * at the end.
 */
final class PackedCommands extends CommandLog {

    private static final RememberedCommand[] NONE = {};
    private static final int USUAL = 16;
    /** For each usual number of commands, the numbers of all of them. */
    private static final int[][] ALL = new int[USUAL][];

    static {
        Arrays.setAll(ALL, PackedCommands::numbered);
    }

    private final StoredCommands stored;
    /** Which of the stored ones are not forgotten yet, the latest first. */
    private final int[] kept;
    /** Those that came later, in the order in which they came. */
    private final RememberedCommand[] added;

    private PackedCommands(StoredCommands stored, int[] kept, RememberedCommand[] added) {
        this.stored = stored;
        this.kept = kept;
        this.added = added;
    }

    /** The commands of an origin, of which none was forgotten yet. */
    PackedCommands(StoredCommands stored) {
        this(stored, stored.count() < USUAL ? ALL[stored.count()] : numbered(stored.count()), NONE);
    }

    private static int[] numbered(int count) {
        int[] all = new int[count];
        Arrays.setAll(all, number -> number);
        return all;
    }

    /** How many of these commands are bytes. */
    int kept() {
        return kept.length;
    }

    /**
     * Writes those that are bytes, after all others were written.
     *
     * @param last the command that was written last
     * @param goesOn whether more is written behind the command on which it stands in the end
     */
    void writeKept(WireOutput out, CommandCursor last, boolean goesOn) {
        StoredCommands.Walk walk = stored.walk();
        int next = 0;
        while (next < kept.length) {
            next = writeAnew(out, last, walk, next);
            int copied = next;
            while (next < kept.length && kept[next] == kept[next - 1] + 1) {
                next++;
            }
            if (next > copied) {
                // Each one is said by what was said before it, and that is the same as it was.
                stored.copy(kept[copied], kept[next - 1], out);
                if (goesOn || next < kept.length) {
                    last.goOnAfter(walk.to(kept[next - 1]));
                }
            }
        }
    }

    /** Writes commands until one has said all that others are relative to, and tells how far it came. */
    private int writeAnew(WireOutput out, CommandCursor last, StoredCommands.Walk walk, int from) {
        for (int next = from; next < kept.length; next++) {
            CommandCursor command = walk.to(kept[next]);
            last.write(out, command);
            if (command.hasReceipt()) {
                return next + 1;
            }
        }
        return kept.length;
    }

    @Override
    public int size() {
        return kept.length + added.length;
    }

    private int numberAt(int place) {
        return kept[kept.length - 1 - place];
    }

    @Override
    public RememberedCommand get(int place) {
        return place < kept.length ? stored.all().get(numberAt(place)) : added[place - kept.length];
    }

    @Override
    public long lowerBits(int place) {
        return place < kept.length
                ? stored.lowerBits(numberAt(place))
                : added[place - kept.length].id().low();
    }

    @Override
    public boolean isExpendable(int place) {
        return place < kept.length ? stored.isExpendable(numberAt(place)) : added[place - kept.length].expendable();
    }

    @Override
    public List<RememberedCommand> with(RememberedCommand latest) {
        RememberedCommand[] more = Arrays.copyOf(added, added.length + 1);
        more[added.length] = latest;
        return new PackedCommands(stored, kept, more);
    }

    @Override
    public List<RememberedCommand> only(BitSet places) {
        int stay = 0;
        for (int place = 0; place < kept.length; place++) {
            stay += places.get(place) ? 1 : 0;
        }
        int[] some = new int[stay];
        for (int place = 0; place < kept.length; place++) {
            if (places.get(place)) {
                some[--stay] = numberAt(place);
            }
        }
        RememberedCommand[] more = addedOf(places);
        return some.length == 0 ? List.of(more) : new PackedCommands(stored, some, more);
    }

    private RememberedCommand[] addedOf(BitSet places) {
        if (places.nextClearBit(kept.length) >= size()) {
            return added;
        }
        List<RememberedCommand> more = new ArrayList<>(added.length);
        for (int place = kept.length; place < size(); place++) {
            if (places.get(place)) {
                more.add(added[place - kept.length]);
            }
        }
        return more.toArray(NONE);
    }
}
