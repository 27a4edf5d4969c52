// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.DefinitionChange;
import dev.rehydrate.command.DueChange;
import dev.rehydrate.command.IdleTtlChange;
import dev.rehydrate.command.SuspensionChange;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.StoredValues;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.StoredChanges;
import dev.rehydrate.slot.StoredDelta;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a save changes. Most saves change the data and nothing else, so what stays as it is takes no bytes. */
public final class Changes {

    private static final StoredChanges NONE = StoredChanges.NONE;

    private Changes() {}

    public static void write(WireOutput out, StoredChanges changes) {
        out.section(changes, Changes::writeFields);
    }

    private static void writeFields(WireOutput out, StoredChanges changes) {
        StoredChanges.Data data = unless(NONE.data(), changes.data());
        StoredDelta metadata = unless(NONE.metadata(), changes.metadata());
        StoredChanges.Keys keys = unless(NONE.keys(), changes.keys());
        DueChange due = unless(NONE.due(), changes.due());
        SuspensionChange suspension = unless(NONE.suspension(), changes.suspension());
        DefinitionChange definition = unless(NONE.definition(), changes.definition());
        IdleTtlChange idleTtl = unless(NONE.idleTtl(), changes.idleTtl());
        out.presence(data, metadata, keys, due, suspension, definition, idleTtl);
        out.optional(data, Changes::writeData);
        out.optional(metadata, StoredValues::writeDelta);
        out.optional(keys, Changes::writeKeys);
        out.optional(due, HeaderChanges.DUE::write);
        out.optional(suspension, HeaderChanges.SUSPENSION::write);
        out.optional(definition, HeaderChanges.DEFINITION::write);
        out.optional(idleTtl, HeaderChanges.IDLE_TTL::write);
    }

    public static StoredChanges read(WireInput in) throws IOException {
        return in.section(Changes::readFields);
    }

    private static StoredChanges readFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        return new StoredChanges(
                or(NONE.data(), present.next(Changes::data)),
                or(NONE.metadata(), present.next(StoredValues::delta)),
                or(NONE.keys(), present.next(Changes::keys)),
                or(NONE.due(), present.next(HeaderChanges.DUE::read)),
                or(NONE.suspension(), present.next(HeaderChanges.SUSPENSION::read)),
                or(NONE.definition(), present.next(HeaderChanges.DEFINITION::read)),
                or(NONE.idleTtl(), present.next(HeaderChanges.IDLE_TTL::read)));
    }

    private static void writeData(WireOutput out, StoredChanges.Data data) {
        out.code(Codes.of(data.kind()));
        StoredValues.writeDelta(out, data.delta());
    }

    private static StoredChanges.Data data(WireInput in) throws IOException {
        StoredChanges.Data.Kind kind = Codes.constant(StoredChanges.Data.Kind.values(), Codes::of, in.code());
        return new StoredChanges.Data(kind, StoredValues.delta(in));
    }

    private static void writeKeys(WireOutput out, StoredChanges.Keys keys) {
        StoredValues.writeBags(out, keys.associate());
        Ids.writeKeys(out, keys.complete());
        Ids.writeKeys(out, keys.release());
        out.sorted(keys.metadata().entrySet(), Map.Entry.comparingByKey(Ids.KEY_ORDER), (each, entry) -> {
            Ids.write(each, entry.getKey());
            StoredValues.writeDelta(each, entry.getValue());
        });
    }

    private static StoredChanges.Keys keys(WireInput in) throws IOException {
        var associate = StoredValues.bags(in);
        Set<InstanceKey> complete = Ids.keys(in);
        Set<InstanceKey> release = Ids.keys(in);
        return new StoredChanges.Keys(associate, complete, release, in.map(Ids::key, StoredValues::delta));
    }

    private static <T> @Nullable T unless(T usual, T present) {
        return present.equals(usual) ? null : present;
    }

    private static <T> T or(T usual, @Nullable T present) {
        return Objects.requireNonNullElse(present, usual);
    }
}
