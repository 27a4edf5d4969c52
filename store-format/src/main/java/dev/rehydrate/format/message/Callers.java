// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.Expected;
import dev.rehydrate.format.slot.Definitions;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.wire.Variants;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** For whom an operation is done, what the caller proves of its hold, and what it expects. */
public final class Callers {

    private static final Variants<LockProof> PRESENTED = new Variants<LockProof>("a presented hold")
            .with(1, new LockProof.Nothing())
            .with(
                    2,
                    LockProof.Holding.class,
                    (out, it) -> Ids.write(out, it.hold()),
                    in -> new LockProof.Holding(Ids.hold(in)))
            .with(
                    3,
                    LockProof.Abandoned.class,
                    (out, it) -> Ids.write(out, it.hold()),
                    in -> new LockProof.Abandoned(Ids.hold(in)));

    private static final Variants<Expected> EXPECTED = new Variants<Expected>("an expectation")
            .with(1, new Expected.Any())
            .with(2, new Expected.Absent())
            .with(
                    3,
                    Expected.At.class,
                    (out, it) -> Ids.write(out, it.revision()),
                    in -> new Expected.At(Ids.revision(in)))
            .with(4, new Expected.Present())
            .with(
                    5,
                    Expected.Numbered.class,
                    (out, it) -> out.signed(it.number()),
                    in -> new Expected.Numbered(in.signed()));

    private static final Variants<Lookup> LOOKUPS = new Variants<Lookup>("a lookup")
            .with(1, Lookup.ById.class, (out, it) -> out.flag(it.create()), in -> new Lookup.ById(in.flag()))
            .with(2, Lookup.ByKey.class, Callers::writeByKey, in -> new Lookup.ByKey(Ids.key(in), in.flag()))
            .with(3, Lookup.ForKey.class, (out, it) -> Ids.write(out, it.key()), in -> new Lookup.ForKey(Ids.key(in)))
            .with(
                    4,
                    Lookup.ToRun.class,
                    (out, it) -> Definitions.write(out, it.definitions()),
                    in -> new Lookup.ToRun(Definitions.filter(in)));

    private Callers() {}

    public static void write(WireOutput out, Caller caller) {
        out.section(caller, (each, it) -> {
            Integer recorded = it.recordedChanges() == 0 ? null : it.recordedChanges();
            each.presence(it.hostType(), it.defaultIdleTtl(), it.memoryRetention(), recorded);
            Ids.write(each, it.owner());
            each.optional(it.hostType(), WireOutput::text);
            each.optional(it.defaultIdleTtl(), WireOutput::duration);
            Ids.writeOwners(each, it.expiredOwners());
            each.optional(it.memoryRetention(), WireOutput::duration);
            each.optional(recorded, (field, most) -> field.number(most));
        });
    }

    public static Caller read(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            OwnerId owner = Ids.owner(each);
            String hostType = present.next(WireInput::text);
            Duration idleTtl = present.next(WireInput::duration);
            Set<OwnerId> expired = Ids.owners(each);
            Duration retention = present.next(WireInput::duration);
            Integer recorded = present.next(WireInput::small);
            return new Caller(owner, hostType, idleTtl, expired, retention, recorded == null ? 0 : recorded);
        });
    }

    public static void write(WireOutput out, LockProof proof) {
        PRESENTED.write(out, proof);
    }

    public static LockProof proof(WireInput in) throws IOException {
        return PRESENTED.read(in);
    }

    public static void write(WireOutput out, Expected expected) {
        EXPECTED.write(out, expected);
    }

    public static Expected expected(WireInput in) throws IOException {
        return EXPECTED.read(in);
    }

    public static void write(WireOutput out, Lookup lookup) {
        LOOKUPS.write(out, lookup);
    }

    public static Lookup lookup(WireInput in) throws IOException {
        return LOOKUPS.read(in);
    }

    private static void writeByKey(WireOutput out, Lookup.ByKey lookup) {
        Ids.write(out, lookup.key());
        out.flag(lookup.acceptUninitialized());
    }
}
