// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.RandomAccess;

/**
 * The remembered commands of one origin in a form of a provider, such as the bytes in which they are stored. The rules ask for
 * what they look at, which is the ids of all commands and the receipt of hardly any; so a provider need not make objects of all.
 * Equal to a list of the same commands. Never changes.
 */
public abstract class CommandLog extends AbstractList<RememberedCommand> implements RandomAccess {

    /** For providers. */
    protected CommandLog() {}

    /**
     * Tells the place of a command in the sequence of its origin.
     *
     * @param place which one, in the order of this list
     * @return {@link CommandId#low} of the command that {@link #get} returns; {@link CommandId#high} is that of the origin
     */
    public abstract long lowerBits(int place);

    /**
     * Tells whether a command is expendable.
     *
     * @param place which one, in the order of this list
     * @return {@link RememberedCommand#expendable} of the command that {@link #get} returns
     */
    public abstract boolean isExpendable(int place);

    /**
     * Remembers one more command.
     *
     * @param latest the command
     * @return these commands, and this one at the end
     */
    public abstract List<RememberedCommand> with(RememberedCommand latest);

    /**
     * Forgets commands.
     *
     * @param places the places of those that are kept, in the order of this list
     * @return these, in the same order
     */
    public abstract List<RememberedCommand> only(BitSet places);

    static long lowerBits(List<RememberedCommand> commands, int place) {
        return commands instanceof CommandLog log
                ? log.lowerBits(place)
                : commands.get(place).id().low();
    }

    static boolean isExpendable(List<RememberedCommand> commands, int place) {
        return commands instanceof CommandLog log
                ? log.isExpendable(place)
                : commands.get(place).expendable();
    }
}
