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
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The remembered commands of one slot, the latest first. Nearly all of them changed the same life of the same instance, one
 * after the other: each is said by what is different from the one before, and the first by the instance itself.
 */
public final class RememberedCommands {

    static final int RECEIPT = 1;
    static final int OTHER_LIFE = 1 << 1;
    static final int EXPENDABLE = 1 << 2;
    static final int REVISION_BEFORE = 1 << 3;
    static final int SAME_REVISION = 1 << 4;
    static final int SAME_TOKEN = 1 << 5;
    static final int INITIALIZED = 1 << 6;
    static final int OTHER_LANE = 1 << 7;

    /**
     * What was said last of the instance.
     *
     * @param id which one; null if only its tombstone is known
     * @param revision its revision
     * @param token its token
     */
    record Before(@Nullable InstanceId id, Revision revision, FencingToken token) {

        /** Whether the same life of the same instance is spoken of. */
        boolean isOfLifeOf(Before other) {
            return revision.incarnation() == other.revision.incarnation() && Objects.equals(id, other.id);
        }
    }

    private @Nullable Before before;
    /** Knows what was said last instead, if commands were passed over. */
    private @Nullable Supplier<@Nullable Before> passedOver;

    private long origin;
    private CommandId last = new CommandId(0, 0);

    /** Begins with the instance that is in the slot now, or with what is known of the last one. */
    public RememberedCommands(@Nullable InstanceHeader now, @Nullable Tombstone tombstone) {
        if (now != null) {
            before = new Before(now.id(), now.revision(), now.token());
        } else if (tombstone != null) {
            before = new Before(null, tombstone.revision(), tombstone.token());
        }
    }

    /** Begins in the middle of the commands of an origin, after what was said last. */
    RememberedCommands(@Nullable Before before, long origin, long sequence) {
        this.before = before;
        begin(origin, sequence);
    }

    /** The commands that follow are of this origin. */
    public void begin(long newOrigin, long sequence) {
        origin = newOrigin;
        last = new CommandId(newOrigin, sequence);
    }

    /** Goes on after commands that are passed over: only they know what was said last, and are asked if it matters. */
    void passOver(Supplier<@Nullable Before> commands) {
        passedOver = commands;
    }

    /** The id to which the next one is relative. */
    CommandId last() {
        return last;
    }

    /** What was said last of the instance. */
    @Nullable
    Before before() {
        if (passedOver != null) {
            before = passedOver.get();
            passedOver = null;
        }
        return before;
    }

    /** Goes on where other commands were said. */
    void goOnAfter(RememberedCommands said) {
        before = said.before();
        passedOver = null;
        last = said.last;
    }

    /** Reads one command only for what those behind it are relative to. */
    void skim(WireInput in) throws IOException {
        int flags = in.code();
        last = sequenced(in, (flags & OTHER_LANE) != 0);
        if ((flags & RECEIPT) != 0) {
            var unused = receipt(in, last, flags);
        }
    }

    /** Whether a command says something of the instance, by its first byte. */
    static boolean hasReceipt(int flags) {
        return (flags & RECEIPT) != 0;
    }

    /** Whether a command may be forgotten without a trace, by its first byte. */
    static boolean isExpendable(int flags) {
        return (flags & EXPENDABLE) != 0;
    }

    public void write(WireOutput out, RememberedCommand command) {
        int flags = flags(command);
        out.code(flags);
        if (origin == OriginHistory.CHOSEN) {
            Ids.write(out, command.id());
        } else {
            if ((flags & OTHER_LANE) != 0) {
                out.code(command.id().lane());
            }
            // The first one is mostly after the last that was forgotten, the others before the one that was said last.
            out.signed(command.id().sequence() - last.sequence());
        }
        last = command.id();
        if (command.receipt() != null) {
            writeReceipt(out, command.receipt(), flags);
        }
    }

    private int flags(RememberedCommand command) {
        int flags = command.expendable() ? EXPENDABLE : 0;
        boolean sequenced = origin != OriginHistory.CHOSEN;
        flags |= sequenced && command.id().lane() != last.lane() ? OTHER_LANE : 0;
        SaveReceipt receipt = command.receipt();
        if (receipt == null) {
            return flags;
        }
        flags |= RECEIPT | (receipt.state() == InstanceState.INITIALIZED ? INITIALIZED : 0);
        Before was = before();
        return flags | (was == null ? OTHER_LIFE : difference(was, receipt, command.id()));
    }

    private static int difference(Before was, SaveReceipt receipt, CommandId id) {
        int flags = was.token.equals(receipt.token()) ? SAME_TOKEN : 0;
        flags |= was.revision.equals(receipt.revision()) ? SAME_REVISION : 0;
        boolean sameLife = receipt.id().equals(was.id)
                && was.revision.incarnation() == receipt.revision().incarnation();
        if (!sameLife) {
            return flags | OTHER_LIFE;
        }
        return receipt.revision().equals(revisionBefore(was, id)) ? flags | REVISION_BEFORE : flags;
    }

    /** What a command has made that was carried out just before what was said last; null if nothing can be before that. */
    private static @Nullable Revision revisionBefore(Before was, CommandId id) {
        return was.revision.number() == 1
                ? null
                : new Revision(was.revision.incarnation(), was.revision.number() - 1, id.check());
    }

    private void writeReceipt(WireOutput out, SaveReceipt receipt, int flags) {
        if ((flags & OTHER_LIFE) != 0) {
            Ids.write(out, receipt.id());
            if ((flags & SAME_REVISION) == 0) {
                Ids.write(out, receipt.revision());
            }
        } else if ((flags & (REVISION_BEFORE | SAME_REVISION)) == 0) {
            Revision was = Objects.requireNonNull(before(), "the revision before").revision;
            out.signed(receipt.revision().number() - was.number());
            out.fixed32(receipt.revision().check());
        }
        if ((flags & SAME_TOKEN) == 0) {
            Ids.write(out, receipt.token());
        }
        if ((flags & INITIALIZED) == 0) {
            out.code(Codes.of(receipt.state()));
        }
        said(new Before(receipt.id(), receipt.revision(), receipt.token()));
    }

    public RememberedCommand read(WireInput in) throws IOException {
        int flags = in.code();
        CommandId id = origin == OriginHistory.CHOSEN ? Ids.command(in) : sequenced(in, (flags & OTHER_LANE) != 0);
        last = id;
        SaveReceipt receipt = (flags & RECEIPT) == 0 ? null : receipt(in, id, flags);
        return new RememberedCommand(id, receipt, (flags & EXPENDABLE) != 0);
    }

    private CommandId sequenced(WireInput in, boolean otherLane) throws DamagedException {
        int lane = otherLane ? in.code() : last.lane();
        CommandId id = CommandId.at(origin, lane, last.sequence() + in.signed());
        if (!id.isSequenced() || id.high() != origin) {
            throw new DamagedException("an origin that no sequence has");
        }
        return id;
    }

    private SaveReceipt receipt(WireInput in, CommandId id, int flags) throws DamagedException {
        InstanceId instance;
        Revision revision;
        if ((flags & OTHER_LIFE) != 0) {
            instance = Ids.instance(in);
            revision = (flags & SAME_REVISION) == 0 ? Ids.revision(in) : known().revision;
        } else {
            instance = Objects.requireNonNull(known().id, "a receipt of no instance");
            revision = revision(in, known(), id, flags);
        }
        FencingToken token = (flags & SAME_TOKEN) == 0 ? Ids.token(in) : known().token;
        InstanceState state = (flags & INITIALIZED) == 0 ? Codes.state(in.code()) : InstanceState.INITIALIZED;
        said(new Before(instance, revision, token));
        return new SaveReceipt(instance, revision, token, state);
    }

    private static Revision revision(WireInput in, Before was, CommandId id, int flags) throws DamagedException {
        if ((flags & SAME_REVISION) != 0) {
            return was.revision;
        }
        return (flags & REVISION_BEFORE) != 0
                ? Objects.requireNonNull(revisionBefore(was, id), "a revision before the first")
                : new Revision(was.revision.incarnation(), was.revision.number() + in.signed(), in.fixed32());
    }

    private Before known() {
        return Objects.requireNonNull(before(), "a command of no instance");
    }

    private void said(Before next) {
        before = next;
        passedOver = null;
    }

    /** As version 1 wrote one: with its id in full, and with its life where that is another than before. */
    public RememberedCommand readFirstVersion(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            boolean hasReceipt = present.next(nothing -> true) != null;
            CommandId id = Ids.command(each);
            Before other = present.next(RememberedCommands::lifeOfFirstVersion);
            before = other == null ? before : other;
            return new RememberedCommand(id, hasReceipt ? receiptOfFirstVersion(each) : null);
        });
    }

    private static Before lifeOfFirstVersion(WireInput in) throws DamagedException {
        return new Before(Ids.instance(in), new Revision(in.fixed64(), 1), FencingToken.FIRST);
    }

    private SaveReceipt receiptOfFirstVersion(WireInput in) throws DamagedException {
        Before life = Objects.requireNonNull(before, "a receipt of no instance");
        Revision revision = new Revision(life.revision.incarnation(), in.number());
        return new SaveReceipt(Objects.requireNonNull(life.id), revision, Ids.token(in), Codes.state(in.code()));
    }
}
