// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.format.message.Answers;
import dev.rehydrate.format.message.Pages;
import dev.rehydrate.format.message.Refusals;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.format.wire.Variants;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.SweepAnswer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How replies travel back, with the answers of all operations, scans and queries. */
public final class ReplyFormat {

    static final Frame FRAME = Frame.third("a reply", 'R');

    private static final Variants<Object> ANSWERS = new Variants<>("an answer")
            .with(1, LoadGrant.class, Answers::writeGrant, Answers::grant)
            .with(2, CommitAnswer.class, Answers::writeCommit, Answers::commit)
            .with(3, ControlAnswer.class, Answers::writeControl, Answers::control)
            .with(4, Slot.class, Slots::write, Slots::read)
            .with(5, KeyClaim.class, Slots::writeClaim, Slots::claim)
            .with(6, Long.class, WireOutput::signed, WireInput::signed)
            .with(7, Boolean.class, WireOutput::flag, WireInput::flag)
            .with(8, SweepAnswer.class, Answers::writeSweep, Answers::sweep)
            .with(9, Optional.class, ReplyFormat::writeMoment, ReplyFormat::moment)
            .with(10, List.class, ReplyFormat::writeAddresses, ReplyFormat::addresses)
            .with(11, InstancePage.class, Pages::write, Pages::read);

    private static final Variants<Reply<?>> REPLIES = new Variants<Reply<?>>("a reply")
            .with(1, Reply.Done.class, ReplyFormat::writeDone, ReplyFormat::done)
            .with(
                    2,
                    Reply.Refused.class,
                    (out, it) -> Refusals.write(out, it.refusal()),
                    in -> new Reply.Refused<>(Refusals.read(in)));

    private ReplyFormat() {}

    /**
     * Writes a reply.
     *
     * @param reply the reply to an operation; or {@link Reply.Done} with what else an engine is asked for: a list of
     *     addresses, a page, an optional moment
     * @param out where to
     * @throws IOException if the sink fails, or the values of the answer have 2 GiB or more
     */
    public static void write(Reply<?> reply, DataOutput out) throws IOException {
        FRAME.write(reply, out, REPLIES::write);
    }

    /**
     * Writes a reply into an array of exactly the size that is needed.
     *
     * @param reply as for {@link #write}
     * @param before how many bytes stay free in front of it
     * @param after how many bytes stay free behind it
     * @return an array of its own
     * @throws WireFormatException if it does not fit into an array
     */
    public static byte[] bytes(Reply<?> reply, int before, int after) throws WireFormatException {
        return FRAME.bytes(reply, REPLIES::write, before, after);
    }

    /**
     * Reads a reply that has arrived as a whole.
     *
     * @param bytes an array that is not changed any more: large values of the answer are parts of it
     * @param from where the reply begins
     * @param end behind which byte it has ended
     * @return the reply; its answer is of the type that was written
     * @throws WireFormatException if these are not the bytes of a reply that this version can read
     */
    public static Reply<?> read(byte[] bytes, int from, int end) throws WireFormatException {
        return FRAME.read(bytes, from, end, REPLIES::read);
    }

    /**
     * Reads a reply of any size.
     *
     * @param in where from
     * @return the reply; its answer is of the type that was written
     * @throws WireFormatException if these are not the bytes of a reply that this version can read
     */
    public static Reply<?> read(DataInput in) throws WireFormatException {
        return read(in, Frame.ANY_PAYLOAD);
    }

    /**
     * Reads a reply.
     *
     * @param in where from
     * @param payloadLimit how many bytes the values of its answer may have together
     * @return the reply; its answer is of the type that was written
     * @throws WireFormatException if these are not the bytes of a reply that this version can read, or too many
     */
    public static Reply<?> read(DataInput in, int payloadLimit) throws WireFormatException {
        return FRAME.read(in, payloadLimit, REPLIES::read);
    }

    private static void writeDone(WireOutput out, Reply.Done<?> reply) {
        ANSWERS.write(out, reply.answer());
        if (!reply.events().isEmpty()) {
            out.list(reply.events().stream().sorted().toList(), (each, event) -> each.code(Codes.of(event)));
        }
    }

    private static Reply.Done<?> done(WireInput in) throws IOException {
        Object answer = ANSWERS.read(in);
        return in.isAtEnd() ? new Reply.Done<>(answer) : new Reply.Done<>(answer, in.set(ReplyFormat::event));
    }

    private static DecisionEvent event(WireInput in) throws IOException {
        return Codes.constant(DecisionEvent.values(), Codes::of, in.code());
    }

    private static void writeMoment(WireOutput out, Optional<?> moment) {
        Instant instant = (Instant) moment.orElse(null);
        out.presence(instant);
        out.optional(instant, WireOutput::instant);
    }

    private static Optional<Instant> moment(WireInput in) throws IOException {
        return Optional.ofNullable(in.presence().next(WireInput::instant));
    }

    private static void writeAddresses(WireOutput out, List<?> addresses) {
        out.list(addresses, (each, address) -> Ids.write(each, (SlotAddress) address));
    }

    private static List<SlotAddress> addresses(WireInput in) throws IOException {
        return in.list(Ids::address);
    }
}
