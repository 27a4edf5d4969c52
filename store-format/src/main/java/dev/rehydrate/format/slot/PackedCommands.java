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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The remembered commands of one sequenced origin as they lie in the head of a slot, and those that came later. An operation
 * reads ids and adds a command; to make objects of all commands for that, and bytes of them again, was a third of the garbage
 * of a save (ADR 122).
 *
 * <p>Commands are written the latest first, each by its difference to the one before it. So those that came later go in front;
 * of what follows, all behind the first one with a receipt stays the same, byte by byte; and what is forgotten is mostly cut off
 * at the end.
 */
final class PackedCommands extends CommandLog {

    /** The bytes. Immutable but for what was made of them once. */
    private static final class Stored {

        private final byte[] bytes;
        /** Where each command begins, the latest first, and where the last one ends. */
        private final int[] starts;

        private final CommandId first;
        private final long[] lowerBits;
        private final Supplier<RememberedCommands.@Nullable Before> before;
        /** Made when asked for; it does not matter which thread makes them, nor if two do. */
        private @Nullable List<RememberedCommand> made;

        Stored(WireInput in, CommandId first, Supplier<RememberedCommands.@Nullable Before> before) throws IOException {
            this.bytes = in.array();
            this.first = first;
            this.before = before;
            int count = in.count();
            starts = new int[count + 1];
            lowerBits = new long[count];
            CommandId last = first;
            for (int i = 0; i < count; i++) {
                starts[i] = in.position();
                last = RememberedCommands.pass(in, last);
                lowerBits[i] = last.low();
            }
            starts[count] = in.position();
        }

        int count() {
            return lowerBits.length;
        }

        byte flags(int number) {
            return bytes[starts[number]];
        }

        Reading reading() {
            return new Reading(
                    new RememberedCommands(before.get(), first.high(), first.sequence()),
                    new WireInput(bytes, starts[0], starts[count()]));
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

    private final Stored stored;
    /** Which of the stored ones are not forgotten yet, the latest first. */
    private final int[] kept;
    /** Those that came later, in the order in which they came. */
    private final RememberedCommand[] added;

    private RememberedCommands.@Nullable Before said;

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
        Stored stored = new Stored(in, commands.last(), commands.saidLast());
        int[] all = new int[stored.count()];
        Arrays.setAll(all, number -> number);
        PackedCommands packed = new PackedCommands(stored, all, NONE);
        commands.passOver(packed::saidLast);
        return packed;
    }

    /** How many of these commands are bytes. */
    int kept() {
        return kept.length;
    }

    /** Writes those that are bytes, after all others were written. */
    void writeKept(WireOutput out, RememberedCommands commands) {
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
                out.bytes(stored.bytes, stored.starts[kept[copied]], stored.starts[kept[next - 1] + 1]);
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

    /** What the last of these commands says of the instance. Each origin asks the one before it: found out once. */
    private RememberedCommands.@Nullable Before saidLast() {
        RememberedCommands.Before known = said;
        if (known == null) {
            Reading reading = stored.reading();
            int last = kept.length - 1;
            while (last >= 0 && !RememberedCommands.hasReceipt(stored.flags(kept[last]))) {
                last--;
            }
            reading.skimTo(last < 0 ? 0 : kept[last] + 1);
            known = reading.reader.before();
            said = known;
        }
        return known;
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
    public CommandId id(int place) {
        return place < kept.length
                ? new CommandId(stored.first.high(), stored.lowerBits[numberAt(place)])
                : added[place - kept.length].id();
    }

    @Override
    public boolean isExpendable(int place) {
        return place < kept.length
                ? RememberedCommands.isExpendable(stored.flags(numberAt(place)))
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
        int stay = places.get(0, kept.length).cardinality();
        int[] some = new int[stay];
        List<RememberedCommand> more = new ArrayList<>(added.length);
        for (int place = places.nextSetBit(0); place >= 0; place = places.nextSetBit(place + 1)) {
            if (place < kept.length) {
                some[--stay] = numberAt(place);
            } else {
                more.add(added[place - kept.length]);
            }
        }
        return some.length == 0 ? List.copyOf(more) : new PackedCommands(stored, some, more.toArray(NONE));
    }
}
