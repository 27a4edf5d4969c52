// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.wire;

import dev.rehydrate.command.CommandId;
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
final class Ids {

    static final Comparator<InstanceKey> KEY_ORDER = Comparator.comparing(SlotAddress::of);
    private static final Comparator<OwnerId> OWNER_ORDER =
            Comparator.comparing(owner -> new SlotAddress(owner.high(), owner.low()));

    /** An incarnation is never negative, so its sign is free to say that a check follows, which version 1 did not have. */
    private static final long CHECKED = Long.MIN_VALUE;

    private Ids() {}

    static void write(WireOutput out, InstanceId id) {
        out.fixed64(id.high());
        out.fixed64(id.low());
    }

    static void write(WireOutput out, InstanceKey key) {
        out.fixed64(key.high());
        out.fixed64(key.low());
    }

    static void write(WireOutput out, OwnerId owner) {
        out.fixed64(owner.high());
        out.fixed64(owner.low());
    }

    static void write(WireOutput out, CommandId command) {
        out.fixed64(command.high());
        out.fixed64(command.low());
    }

    static void write(WireOutput out, SlotAddress address) {
        out.fixed64(address.high());
        out.fixed64(address.low());
    }

    static void write(WireOutput out, FencingToken token) {
        out.number(token.value());
    }

    static void write(WireOutput out, Revision revision) {
        out.fixed64(revision.check() == 0 ? revision.incarnation() : revision.incarnation() | CHECKED);
        out.number(revision.number());
        if (revision.check() != 0) {
            out.fixed32(revision.check());
        }
    }

    static void write(WireOutput out, Hold hold) {
        out.fixed64(hold.incarnation());
        write(out, hold.token());
    }

    static void writeKeys(WireOutput out, Collection<InstanceKey> keys) {
        out.sorted(keys, KEY_ORDER, Ids::write);
    }

    static void writeOwners(WireOutput out, Collection<OwnerId> owners) {
        out.sorted(owners, OWNER_ORDER, Ids::write);
    }

    static InstanceId instance(WireInput in) throws WireFormatException {
        return new InstanceId(in.fixed64(), in.fixed64());
    }

    static InstanceKey key(WireInput in) throws WireFormatException {
        return new InstanceKey(in.fixed64(), in.fixed64());
    }

    static OwnerId owner(WireInput in) throws WireFormatException {
        return new OwnerId(in.fixed64(), in.fixed64());
    }

    static CommandId command(WireInput in) throws WireFormatException {
        return new CommandId(in.fixed64(), in.fixed64());
    }

    static SlotAddress address(WireInput in) throws WireFormatException {
        return new SlotAddress(in.fixed64(), in.fixed64());
    }

    static FencingToken token(WireInput in) throws WireFormatException {
        return new FencingToken(in.number());
    }

    static Revision revision(WireInput in) throws WireFormatException {
        long incarnation = in.fixed64();
        long number = in.number();
        if (incarnation >= 0) {
            return new Revision(incarnation, number);
        }
        int check = in.fixed32();
        if (check == 0) {
            throw WireFormatException.damaged("a revision has a check and has none");
        }
        return new Revision(incarnation & ~CHECKED, number, check);
    }

    static Hold hold(WireInput in) throws WireFormatException {
        return new Hold(in.fixed64(), token(in));
    }

    static Set<InstanceKey> keys(WireInput in) throws IOException {
        return in.set(Ids::key);
    }

    static Set<OwnerId> owners(WireInput in) throws IOException {
        return in.set(Ids::owner);
    }
}
