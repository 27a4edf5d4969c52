// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Tombstone;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One remembered command as numbers, and what was said last of the instance up to there. Nearly all commands changed the same
 * life of the same instance, one after the other, so each is written by its difference to the one that was written before. This is
 * the only place that knows how: a cursor reads the next command relative to the one that it stands on, and writes itself
 * relative to another cursor. Neither makes an object for a command.
 */
final class CommandCursor {

    private static final int RECEIPT = 1;
    private static final int OTHER_LIFE = 1 << 1;
    private static final int EXPENDABLE = 1 << 2;
    private static final int REVISION_BEFORE = 1 << 3;
    private static final int SAME_REVISION = 1 << 4;
    private static final int SAME_TOKEN = 1 << 5;
    private static final int INITIALIZED = 1 << 6;
    private static final int OTHER_LANE = 1 << 7;
    /** Since version 3: of the change right before, with the check bits from which the command said last has made its own. */
    private static final int CHANGE_BEFORE = REVISION_BEFORE | SAME_REVISION;

    /** Knows what was said last of the instance before the commands of an origin. */
    interface Before {
        @Nullable
        Said said();
    }

    /**
     * What was said last of the instance.
     *
     * @param id which one; null if only its tombstone is known
     * @param revision its revision
     * @param token its token
     */
    record Said(@Nullable InstanceId id, Revision revision, FencingToken token) implements Before {

        /** What is known of a slot before its commands: the instance that is in it now, or what is left of the last one. */
        static @Nullable Said of(@Nullable InstanceHeader now, @Nullable Tombstone tombstone) {
            if (now != null) {
                return new Said(now.id(), now.revision(), now.token());
            }
            return tombstone == null ? null : new Said(null, tombstone.revision(), tombstone.token());
        }

        @Override
        public Said said() {
            return this;
        }
    }

    private long origin;
    private long high;
    private long low;
    private int flags;
    /** What the receipt says, if there is one. */
    private InstanceState state = InstanceState.INITIALIZED;

    /** Whether something was said of the instance: its revision, its token and mostly its id. */
    private boolean isKnown;

    private @Nullable InstanceId id;
    private long incarnation;
    private long number;
    private int check;
    /** The check bits of the id of the command that said this, or zero if it was no command of this origin. */
    private int saidBy;

    private long token;

    /** Begins with what is known of the instance, or with nothing. */
    CommandCursor(@Nullable Before before) {
        Said said = before == null ? null : before.said();
        if (said != null) {
            isKnown = true;
            id = said.id;
            incarnation = said.revision.incarnation();
            number = said.revision.number();
            check = said.revision.check();
            token = said.token.value();
        }
    }

    /** What was said last of the instance, or null if nothing was. */
    @Nullable
    Said said() {
        return isKnown ? new Said(id, revision(), new FencingToken(token)) : null;
    }

    /**
     * The commands that follow are of this origin.
     *
     * @param sequence what the sequence of the first one is relative to
     */
    void begin(long newOrigin, long sequence) {
        origin = newOrigin;
        high = newOrigin;
        low = sequence;
        saidBy = 0;
    }

    /** Whether a command may be forgotten without a trace, by its first byte. */
    static boolean isExpendable(int flags) {
        return (flags & EXPENDABLE) != 0;
    }

    /** Whether a command says something of the instance, by its first byte. */
    static boolean hasReceipt(int flags) {
        return (flags & RECEIPT) != 0;
    }

    boolean hasReceipt() {
        return hasReceipt(flags);
    }

    /** {@link CommandId#low} of the command. */
    long lowerBits() {
        return low;
    }

    long number() {
        return number;
    }

    int check() {
        return check;
    }

    long token() {
        return token;
    }

    /** Whether the instance is known of which commands speak. */
    boolean isOfInstance() {
        return isKnown && id != null;
    }

    /** Whether the command is of the same life as those before, of an instance that has data: nearly always. */
    boolean isUsual() {
        return (flags & OTHER_LIFE) == 0 && state == InstanceState.INITIALIZED;
    }

    /** Stands on a usual command that was read before. */
    void stand(long lowerBits, int ownFlags, long ownNumber, int ownCheck, long ownToken) {
        low = lowerBits;
        flags = ownFlags;
        number = ownNumber;
        check = ownCheck;
        saidBy = 0;
        token = ownToken;
    }

    /** What is known was said by this command of the same origin. */
    void saidBy(long lowerBits) {
        saidBy = new CommandId(origin, lowerBits).check();
    }

    /** Reads the next command. */
    void read(WireInput in) throws DamagedException {
        flags = in.code();
        if (origin == OriginHistory.CHOSEN) {
            high = in.fixed64();
            low = in.fixed64();
        } else {
            int lane = (flags & OTHER_LANE) == 0 ? lane(low) : in.code();
            CommandId next = CommandId.at(origin, lane, sequence(low) + in.signed());
            if (next.high() != origin) {
                throw new DamagedException("an origin that no sequence has");
            }
            low = next.low();
        }
        if (hasReceipt()) {
            readReceipt(in);
        }
    }

    private void readReceipt(WireInput in) throws DamagedException {
        if ((flags & OTHER_LIFE) != 0) {
            readLife(in);
        } else {
            if (id == null) {
                throw new DamagedException("a receipt of no instance");
            }
            readRevision(in);
        }
        if ((flags & SAME_TOKEN) == 0) {
            token = in.number();
        } else {
            requireKnown();
        }
        state = (flags & INITIALIZED) == 0 ? Codes.state(in.code()) : InstanceState.INITIALIZED;
        isKnown = true;
        saidBy = checkOfId();
    }

    private void readLife(WireInput in) throws DamagedException {
        id = Ids.instance(in);
        if ((flags & SAME_REVISION) != 0) {
            requireKnown();
            return;
        }
        Revision revision = Ids.revision(in);
        incarnation = revision.incarnation();
        number = revision.number();
        check = revision.check();
    }

    private void readRevision(WireInput in) throws DamagedException {
        switch (flags & CHANGE_BEFORE) {
            case SAME_REVISION -> {}
            case REVISION_BEFORE -> readNumberBefore(checkOfId());
            case CHANGE_BEFORE -> {
                if (saidBy == 0) {
                    throw new DamagedException("a change before one of which no command is known");
                }
                readNumberBefore(checkBefore());
            }
            default -> {
                number += in.signed();
                check = in.fixed32();
            }
        }
    }

    private void readNumberBefore(int checkThere) throws DamagedException {
        if (number == 1) {
            throw new DamagedException("a revision before the first");
        }
        number--;
        check = checkThere;
    }

    private int checkBefore() {
        return Revision.checkBefore(check, saidBy);
    }

    private void requireKnown() throws DamagedException {
        if (!isKnown) {
            throw new DamagedException("a command of no instance");
        }
    }

    /** The command as an object. Fails if it is none that can be. */
    RememberedCommand command() {
        SaveReceipt receipt = hasReceipt()
                ? new SaveReceipt(Objects.requireNonNull(id), revision(), new FencingToken(token), state)
                : null;
        return new RememberedCommand(new CommandId(high, low), receipt, isExpendable(flags));
    }

    /** Writes a command behind the one on which this stands, and stands on it from then on. */
    void write(WireOutput out, RememberedCommand command) {
        CommandCursor next = new CommandCursor(null);
        next.set(command);
        write(out, next);
    }

    private void set(RememberedCommand command) {
        high = command.id().high();
        low = command.id().low();
        flags = command.expendable() ? EXPENDABLE : 0;
        SaveReceipt receipt = command.receipt();
        if (receipt != null) {
            flags |= RECEIPT;
            id = receipt.id();
            incarnation = receipt.revision().incarnation();
            number = receipt.revision().number();
            check = receipt.revision().check();
            token = receipt.token().value();
            state = receipt.state();
            saidBy = checkOfId();
        }
    }

    /** Writes the command on which another cursor stands behind that of this one, and stands on it from then on. */
    void write(WireOutput out, CommandCursor next) {
        int difference = difference(next);
        out.code(difference);
        if (origin == OriginHistory.CHOSEN) {
            out.fixed64(next.high);
            out.fixed64(next.low);
        } else {
            if ((difference & OTHER_LANE) != 0) {
                out.code(lane(next.low));
            }
            // The first one is mostly after the last that was forgotten, the others before the one that was said last.
            out.signed(sequence(next.low) - sequence(low));
        }
        if (next.hasReceipt()) {
            writeReceipt(out, next, difference);
            goOnAfter(next);
        }
        high = next.high;
        low = next.low;
        flags = next.flags;
    }

    private int difference(CommandCursor next) {
        int difference = next.flags & (RECEIPT | EXPENDABLE);
        boolean sequenced = origin != OriginHistory.CHOSEN;
        difference |= sequenced && lane(next.low) != lane(low) ? OTHER_LANE : 0;
        if (!next.hasReceipt()) {
            return difference;
        }
        difference |= next.state == InstanceState.INITIALIZED ? INITIALIZED : 0;
        return difference | (isKnown ? differenceOfReceipt(next) : OTHER_LIFE);
    }

    private int differenceOfReceipt(CommandCursor next) {
        int difference = next.token == token ? SAME_TOKEN : 0;
        boolean sameIncarnation = next.incarnation == incarnation;
        difference |= sameIncarnation && next.number == number && next.check == check ? SAME_REVISION : 0;
        if (!sameIncarnation || !Objects.equals(next.id, id)) {
            return difference | OTHER_LIFE;
        }
        return next.number == number - 1 ? difference | differenceOfCheck(next) : difference;
    }

    private int differenceOfCheck(CommandCursor before) {
        if (before.check == before.checkOfId()) {
            return REVISION_BEFORE;
        }
        return saidBy != 0 && before.check == checkBefore() ? CHANGE_BEFORE : 0;
    }

    private void writeReceipt(WireOutput out, CommandCursor next, int difference) {
        if ((difference & OTHER_LIFE) != 0) {
            Ids.write(out, Objects.requireNonNull(next.id));
            if ((difference & SAME_REVISION) == 0) {
                Ids.write(out, next.revision());
            }
        } else if ((difference & (REVISION_BEFORE | SAME_REVISION)) == 0) {
            out.signed(next.number - number);
            out.fixed32(next.check);
        }
        if ((difference & SAME_TOKEN) == 0) {
            out.number(next.token);
        }
        if ((difference & INITIALIZED) == 0) {
            out.code(Codes.of(next.state));
        }
    }

    /** Stands where another cursor stands, whose commands were written as they are. */
    void goOnAfter(CommandCursor said) {
        high = said.high;
        low = said.low;
        flags = said.flags;
        state = said.state;
        isKnown = true;
        id = said.id;
        incarnation = said.incarnation;
        number = said.number;
        check = said.check;
        saidBy = said.saidBy;
        token = said.token;
    }

    private Revision revision() {
        return new Revision(incarnation, number, check);
    }

    private int checkOfId() {
        return new CommandId(high, low).check();
    }

    private static int lane(long low) {
        return new CommandId(0, low).lane();
    }

    private static long sequence(long low) {
        return new CommandId(0, low).sequence();
    }
}
