// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.CommandLog;
import dev.rehydrate.slot.RememberedCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The remembered commands of one sequenced origin as they lie in the head of a slot, and those that came later. An operation
 * reads ids and adds a command; to make objects of all commands for that, and bytes of them again, was a third of the garbage
 * of a save (ADR 122, ADR 128).
 *
 * <p>Commands are written the latest first, each by its difference to the one before it. So those that came later go in front;
 * of what follows, all behind the first one with a receipt stays the same, byte by byte; and what is forgotten is mostly cut off
 * at the end.
 */
final class PackedCommands extends CommandLog {

    /** The bytes. Immutable but for what was made of them once. */
    private static final class Stored {

        private final CommandColumns columns;
        private final RememberedCommands.@Nullable Before before;
        /** Made when asked for; it does not matter which thread makes them, nor if two do. */
        private @Nullable List<RememberedCommand> made;

        Stored(CommandColumns columns, RememberedCommands.@Nullable Before before) {
            this.columns = columns;
            this.before = before;
        }

        int count() {
            return columns.count();
        }

        Reading reading() {
            CommandId first = columns.first();
            return new Reading(
                    new RememberedCommands(before, first.high(), first.sequence()),
                    new WireInput(columns.bytes(), columns.start(0), columns.start(count())));
        }

        /** All of them, the latest first. */
        List<RememberedCommand> all() {
            List<RememberedCommand> present = made;
            if (present == null) {
                Reading reading = reading();
                List<RememberedCommand> all = new ArrayList<>(count());
                for (int i = 0; i < count(); i++) {
                    all.add(reading.next());
                }
                present = List.copyOf(all);
                made = present;
            }
            return present;
        }
    }

    /** Goes through the stored commands, the latest first. */
    private static final class Reading {

        private final RememberedCommands reader;
        private final WireInput in;
        private int number;

        Reading(RememberedCommands reader, WireInput in) {
            this.reader = reader;
            this.in = in;
        }

        void skimTo(int wanted) {
            try {
                for (; number < wanted; number++) {
                    reader.skim(in);
                }
            } catch (IOException impossible) {
                throw changed(impossible);
            }
        }

        RememberedCommand next() {
            number++;
            try {
                return reader.read(in);
            } catch (IOException impossible) {
                throw changed(impossible);
            }
        }

        private static IllegalStateException changed(IOException impossible) {
            return new IllegalStateException("a slot in memory is not what was packed", impossible);
        }
    }

    private static final RememberedCommand[] NONE = {};
    private static final int USUAL = 16;
    /** For each usual number of commands, the numbers of all of them. */
    private static final int[][] ALL = new int[USUAL][];

    static {
        Arrays.setAll(ALL, PackedCommands::numbered);
    }

    private final Stored stored;
    /** Which of the stored ones are not forgotten yet, the latest first. */
    private final int[] kept;
    /** Those that came later, in the order in which they came. */
    private final RememberedCommand[] added;

    private PackedCommands(Stored stored, int[] kept, RememberedCommand[] added) {
        this.stored = stored;
        this.kept = kept;
        this.added = added;
    }

    /**
     * Passes over the commands of an origin, which stay where they are.
     *
     * @param in where they are
     * @param commands what would read them
     */
    static PackedCommands in(WireInput in, RememberedCommands commands) throws IOException {
        RememberedCommands.Before before = commands.before();
        CommandColumns columns = new CommandColumns(in, commands.last(), before);
        int count = columns.count();
        PackedCommands packed =
                new PackedCommands(new Stored(columns, before), count < USUAL ? ALL[count] : numbered(count), NONE);
        commands.passOver(packed::saidLast);
        return packed;
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

    /** Writes those that are bytes, after all others were written. */
    void writeKept(WireOutput out, RememberedCommands commands) {
        CommandColumns columns = stored.columns;
        RememberedCommands.Before base = columns.base();
        RememberedCommands.Before said = commands.before();
        if (base == null || said == null || !said.isOfLifeOf(base)) {
            writeByReading(out, commands);
            return;
        }
        columns.write(out, kept, said, commands.last());
        if (lastReceipt() >= 0) {
            commands.passOver(this::saidLast);
        }
    }

    /** For what is of several lives. */
    private void writeByReading(WireOutput out, RememberedCommands commands) {
        Reading reading = stored.reading();
        int next = 0;
        while (next < kept.length) {
            next = writeAnew(out, commands, reading, next);
            int copied = next;
            while (next < kept.length && kept[next] == kept[next - 1] + 1) {
                next++;
            }
            if (next > copied) {
                // Each one is said by what was said before it, and that is the same as it was.
                CommandColumns columns = stored.columns;
                out.bytes(columns.bytes(), columns.start(kept[copied]), columns.start(kept[next - 1] + 1));
                if (next < kept.length) {
                    reading.skimTo(kept[next - 1] + 1);
                    commands.goOnAfter(reading.reader);
                } else {
                    commands.passOver(this::saidLast);
                }
            }
        }
    }

    /** Writes commands until one has said all that others are relative to, and tells how far it came. */
    private int writeAnew(WireOutput out, RememberedCommands commands, Reading reading, int from) {
        for (int next = from; next < kept.length; next++) {
            reading.skimTo(kept[next]);
            RememberedCommand command = reading.next();
            commands.write(out, command);
            if (command.receipt() != null) {
                return next + 1;
            }
        }
        return kept.length;
    }

    /** What the last of these commands says of the instance. */
    private RememberedCommands.@Nullable Before saidLast() {
        int last = lastReceipt();
        RememberedCommands.Before base = stored.columns.base();
        if (last < 0) {
            return stored.before;
        }
        if (base != null) {
            return stored.columns.said(base, kept[last]);
        }
        Reading reading = stored.reading();
        reading.skimTo(kept[last] + 1);
        return reading.reader.before();
    }

    /** Which of the stored commands is the last one that says something of the instance; -1 if there is none. */
    private int lastReceipt() {
        int last = kept.length - 1;
        while (last >= 0 && !RememberedCommands.hasReceipt(stored.columns.flags(kept[last]))) {
            last--;
        }
        return last;
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
                ? stored.columns.lowerBits(numberAt(place))
                : added[place - kept.length].id().low();
    }

    @Override
    public boolean isExpendable(int place) {
        return place < kept.length
                ? RememberedCommands.isExpendable(stored.columns.flags(numberAt(place)))
                : added[place - kept.length].expendable();
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
