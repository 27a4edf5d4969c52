// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.format.wire.Variants;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.decision.Refusal;
import java.io.IOException;

/** Why an operation was not done. */
public final class Refusals {

    private static final Variants<Refusal> REFUSALS = new Variants<Refusal>("a refusal")
            .with(1, new Refusal.NotFound())
            .with(
                    2,
                    Refusal.HeldBy.class,
                    (out, it) -> Ids.write(out, it.holder()),
                    in -> new Refusal.HeldBy(Ids.owner(in)))
            .with(
                    3,
                    Refusal.AlreadyMine.class,
                    (out, it) -> Ids.write(out, it.hold()),
                    in -> new Refusal.AlreadyMine(Ids.hold(in)))
            .with(4, new Refusal.HoldLost())
            .with(
                    5,
                    Refusal.InstanceCompleted.class,
                    (out, it) -> Ids.write(out, it.instance()),
                    in -> new Refusal.InstanceCompleted(Ids.instance(in)))
            .with(
                    6,
                    Refusal.KeyCompleted.class,
                    (out, it) -> Ids.write(out, it.instance()),
                    in -> new Refusal.KeyCompleted(Ids.instance(in)))
            .with(7, Refusal.Mismatch.class, Refusals::writeMismatch, Refusals::mismatch)
            .with(
                    8,
                    Refusal.IdInUse.class,
                    (out, it) -> Ids.write(out, it.instance()),
                    in -> new Refusal.IdInUse(Ids.instance(in)))
            .with(9, Refusal.KeyClaimed.class, Refusals::writeClaimed, Refusals::claimed)
            .with(10, Refusal.KeyBelongsTo.class, Refusals::writeBelongs, Refusals::belongs)
            .with(
                    11,
                    Refusal.KeyNotAssociated.class,
                    (out, it) -> Ids.write(out, it.key()),
                    in -> new Refusal.KeyNotAssociated(Ids.key(in)))
            .with(
                    12,
                    Refusal.ClaimsRevoked.class,
                    (out, it) -> out.signed(it.epoch()),
                    in -> new Refusal.ClaimsRevoked(in.signed()))
            .with(13, new Refusal.TooLateToTell());

    private Refusals() {}

    public static void write(WireOutput out, Refusal refusal) {
        REFUSALS.write(out, refusal);
    }

    public static Refusal read(WireInput in) throws IOException {
        return REFUSALS.read(in);
    }

    private static void writeMismatch(WireOutput out, Refusal.Mismatch mismatch) {
        out.presence(mismatch.current());
        out.optional(mismatch.current(), Ids::write);
    }

    private static Refusal.Mismatch mismatch(WireInput in) throws IOException {
        return new Refusal.Mismatch(in.presence().next(Ids::revision));
    }

    private static void writeClaimed(WireOutput out, Refusal.KeyClaimed claimed) {
        Ids.write(out, claimed.key());
        Slots.writeClaim(out, claimed.claim());
    }

    private static Refusal.KeyClaimed claimed(WireInput in) throws IOException {
        return new Refusal.KeyClaimed(Ids.key(in), Slots.claim(in));
    }

    private static void writeBelongs(WireOutput out, Refusal.KeyBelongsTo belongs) {
        Ids.write(out, belongs.key());
        Ids.write(out, belongs.instance());
    }

    private static Refusal.KeyBelongsTo belongs(WireInput in) throws IOException {
        return new Refusal.KeyBelongsTo(Ids.key(in), Ids.instance(in));
    }
}
