// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.SlotAddress;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;

/** What names things and orders their changes. These are complete: they have no length before them and never grow. */
public final class Ids {

    public static final Comparator<InstanceKey> KEY_ORDER = Comparator.comparing(SlotAddress::of);
    private static final Comparator<OwnerId> OWNER_ORDER =
            Comparator.comparing(owner -> new SlotAddress(owner.high(), owner.low()));

    /** An incarnation is never negative, so its sign is free to say that a check follows, which version 1 did not have. */
    private static final long CHECKED = Long.MIN_VALUE;

    private Ids() {}

    public static void write(WireOutput out, InstanceId id) {
        out.fixed64(id.high());
        out.fixed64(id.low());
    }

    public static void write(WireOutput out, InstanceKey key) {
        out.fixed64(key.high());
        out.fixed64(key.low());
    }

    public static void write(WireOutput out, OwnerId owner) {
        out.fixed64(owner.high());
        out.fixed64(owner.low());
    }

    public static void write(WireOutput out, CommandId command) {
        out.fixed64(command.high());
        out.fixed64(command.low());
    }

    public static void write(WireOutput out, SlotAddress address) {
        out.fixed64(address.high());
        out.fixed64(address.low());
    }

    public static void write(WireOutput out, FencingToken token) {
        out.number(token.value());
    }

    public static void write(WireOutput out, Revision revision) {
        out.fixed64(revision.check() == 0 ? revision.incarnation() : revision.incarnation() | CHECKED);
        out.number(revision.number());
        if (revision.check() != 0) {
            out.fixed32(revision.check());
        }
    }

    public static void write(WireOutput out, Hold hold) {
        out.fixed64(hold.incarnation());
        write(out, hold.token());
    }

    public static void writeKeys(WireOutput out, Collection<InstanceKey> keys) {
        out.sorted(keys, KEY_ORDER, Ids::write);
    }

    public static void writeOwners(WireOutput out, Collection<OwnerId> owners) {
        out.sorted(owners, OWNER_ORDER, Ids::write);
    }

    public static InstanceId instance(WireInput in) throws DamagedException {
        return new InstanceId(in.fixed64(), in.fixed64());
    }

    public static InstanceKey key(WireInput in) throws DamagedException {
        return new InstanceKey(in.fixed64(), in.fixed64());
    }

    public static OwnerId owner(WireInput in) throws DamagedException {
        return new OwnerId(in.fixed64(), in.fixed64());
    }

    public static CommandId command(WireInput in) throws DamagedException {
        return new CommandId(in.fixed64(), in.fixed64());
    }

    public static SlotAddress address(WireInput in) throws DamagedException {
        return new SlotAddress(in.fixed64(), in.fixed64());
    }

    public static FencingToken token(WireInput in) throws DamagedException {
        return new FencingToken(in.number());
    }

    public static Revision revision(WireInput in) throws DamagedException {
        long incarnation = in.fixed64();
        long number = in.number();
        if (incarnation >= 0) {
            return new Revision(incarnation, number);
        }
        int check = in.fixed32();
        if (check == 0) {
            throw new DamagedException("a revision has a check and has none");
        }
        return new Revision(incarnation & ~CHECKED, number, check);
    }

    public static Hold hold(WireInput in) throws DamagedException {
        return new Hold(in.fixed64(), token(in));
    }

    public static Set<InstanceKey> keys(WireInput in) throws IOException {
        return in.set(Ids::key);
    }

    public static Set<OwnerId> owners(WireInput in) throws IOException {
        return in.set(Ids::owner);
    }
}
