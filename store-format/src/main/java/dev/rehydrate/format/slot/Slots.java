// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.Tombstone;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A slot: a section with all but the values of its instance, and one with these. */
public final class Slots {

    private Slots() {}

    public static void write(WireOutput out, Slot slot) {
        int section = out.beginSection();
        writeBare(out, slot);
        out.endSection(section);
        if (slot.instance() != null) {
            Records.writeValues(out, slot.instance());
        }
    }

    public static Slot read(WireInput in) throws IOException {
        Slot bare = readBare(in);
        InstanceRecord record = bare.instance();
        if (record == null) {
            return bare;
        }
        return new Slot(
                Records.readValues(in, record),
                bare.claim(),
                bare.claimEpoch(),
                bare.recent(),
                bare.tombstone(),
                bare.changedAt(),
                bare.changes());
    }

    /** Reads all but the values, which are missing from the result. */
    public static Slot readBare(WireInput in) throws IOException {
        int outer = in.enter();
        Slot bare = readBareFields(in);
        in.leave(outer);
        return bare;
    }

    /**
     * Reads what a page lists of an instance, and passes over all else.
     *
     * @return header and promoted values, or null if there is no instance
     */
    public static @Nullable InstanceRecord listed(WireInput in) throws IOException {
        int outer = in.enter();
        InstanceHeader header = in.presence().next() ? Records.header(in) : null;
        in.leave(outer);
        return header == null ? null : Records.listed(in, header);
    }

    private static void writeBare(WireOutput out, Slot slot) {
        InstanceHeader header = header(slot.instance());
        Instant changedAt = Headers.unlessEqual(slot.changedAt(), header == null ? null : header.updatedAt());
        CommandHistory history = slot.recent().isEmpty() ? null : slot.recent();
        out.number(WireOutput.bit(slot.instance(), 0)
                | WireOutput.bit(slot.claim(), 1)
                | WireOutput.bit(slot.tombstone(), 2)
                | WireOutput.bit(changedAt, 3)
                | WireOutput.bit(history, 4)
                | WireOutput.bit(slot.changes(), 5));
        if (slot.instance() != null) {
            Records.writeBare(out, slot.instance());
        }
        out.optional(slot.claim(), Slots::writeClaim);
        out.optional(slot.tombstone(), Slots::writeTombstone);
        out.optional(changedAt, WireOutput::instant);
        out.signed(slot.claimEpoch());
        // Where version 1 had its list of commands.
        out.number(0);
        if (history != null) {
            new Histories(slot.changedAt(), header, slot.tombstone()).write(out, history);
        }
        out.optional(slot.changes(), ChangeLogs::write);
    }

    private static Slot readBareFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        InstanceRecord record = present.next() ? Records.readBare(in) : null;
        InstanceHeader header = header(record);
        KeyClaim claim = present.next(Slots::claim);
        Tombstone tombstone = present.next(Slots::tombstone);
        Instant changedAt = present.next(WireInput::instant);
        if (changedAt == null) {
            changedAt = Objects.requireNonNull(header, "the time of a slot without instance")
                    .updatedAt();
        }
        long claimEpoch = in.signed();
        CommandHistory first = firstVersion(in, header, changedAt);
        CommandHistory recent = present.next() ? new Histories(changedAt, header, tombstone).read(in) : first;
        ChangeLog changes = present.next(ChangeLogs::read);
        return new Slot(record, claim, claimEpoch, recent, tombstone, changedAt, changes);
    }

    /** The commands as version 1 wrote them; none since. */
    private static CommandHistory firstVersion(WireInput in, @Nullable InstanceHeader header, Instant changedAt)
            throws IOException {
        List<RememberedCommand> commands = in.list(new FirstVersionCommands(header)::read);
        return commands.isEmpty() ? CommandHistory.EMPTY : CommandHistory.of(commands, changedAt);
    }

    public static void writeClaim(WireOutput out, KeyClaim claim) {
        out.section(claim, (each, it) -> {
            Ids.write(each, it.instance());
            each.signed(it.epoch());
        });
    }

    public static KeyClaim claim(WireInput in) throws IOException {
        return in.section(each -> new KeyClaim(Ids.instance(each), each.signed()));
    }

    private static void writeTombstone(WireOutput out, Tombstone tombstone) {
        out.section(tombstone, (each, it) -> {
            Ids.write(each, it.revision());
            Ids.write(each, it.token());
        });
    }

    private static Tombstone tombstone(WireInput in) throws IOException {
        return in.section(each -> new Tombstone(Ids.revision(each), Ids.token(each)));
    }

    private static @Nullable InstanceHeader header(@Nullable InstanceRecord record) {
        return record == null ? null : record.header();
    }
}
