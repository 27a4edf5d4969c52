// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.StoredValues;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.StoredValue;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a save changes. Most saves change the data and nothing else, so what stays as it is takes no bytes. */
public final class Changes {

    private static final InstanceChanges<StoredValue> NONE = InstanceChanges.none();

    private static final int UNCHANGED = 1;
    private static final int REPLACED = 2;
    private static final int CHANGED = 3;

    private Changes() {}

    public static void write(WireOutput out, InstanceChanges<StoredValue> changes) {
        out.section(changes, Changes::writeFields);
    }

    private static void writeFields(WireOutput out, InstanceChanges<StoredValue> changes) {
        DataChange<StoredValue> data = unless(NONE.data(), changes.data());
        ValueDelta<StoredValue> metadata = unless(NONE.metadata(), changes.metadata());
        KeyChanges<StoredValue> keys = unless(NONE.keys(), changes.keys());
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

    public static InstanceChanges<StoredValue> read(WireInput in) throws IOException {
        return in.section(Changes::readFields);
    }

    private static InstanceChanges<StoredValue> readFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        return new InstanceChanges<>(
                or(NONE.data(), present.next(Changes::data)),
                or(NONE.metadata(), present.next(StoredValues::delta)),
                or(NONE.keys(), present.next(Changes::keys)),
                or(NONE.due(), present.next(HeaderChanges.DUE::read)),
                or(NONE.suspension(), present.next(HeaderChanges.SUSPENSION::read)),
                or(NONE.definition(), present.next(HeaderChanges.DEFINITION::read)),
                or(NONE.idleTtl(), present.next(HeaderChanges.IDLE_TTL::read)));
    }

    /** Replaced data is written like a change that removes nothing. */
    private static void writeData(WireOutput out, DataChange<StoredValue> data) {
        boolean changed = data instanceof DataChange.Change;
        out.code(changed ? CHANGED : REPLACED);
        StoredValues.writeDelta(
                out,
                data instanceof DataChange.Change<StoredValue> change
                        ? change.delta()
                        : ValueDelta.putting(data.put()));
    }

    private static DataChange<StoredValue> data(WireInput in) throws IOException {
        int code = in.code();
        ValueDelta<StoredValue> delta = StoredValues.delta(in);
        return switch (code) {
            case UNCHANGED -> new DataChange.Unchanged<>();
            case REPLACED -> new DataChange.Replace<>(delta.put());
            case CHANGED -> new DataChange.Change<>(delta);
            default -> throw new DamagedException("no change of data has the code " + code);
        };
    }

    private static void writeKeys(WireOutput out, KeyChanges<StoredValue> keys) {
        StoredValues.writeBags(out, keys.associate());
        Ids.writeKeys(out, keys.complete());
        Ids.writeKeys(out, keys.release());
        out.sorted(keys.metadata().entrySet(), Map.Entry.comparingByKey(Ids.KEY_ORDER), (each, entry) -> {
            Ids.write(each, entry.getKey());
            StoredValues.writeDelta(each, entry.getValue());
        });
    }

    private static KeyChanges<StoredValue> keys(WireInput in) throws IOException {
        var associate = StoredValues.bags(in);
        Set<InstanceKey> complete = Ids.keys(in);
        Set<InstanceKey> release = Ids.keys(in);
        return new KeyChanges<>(associate, complete, release, in.map(Ids::key, StoredValues::delta));
    }

    private static <T> @Nullable T unless(T usual, T present) {
        return present.equals(usual) ? null : present;
    }

    private static <T> T or(T usual, @Nullable T present) {
        return Objects.requireNonNullElse(present, usual);
    }
}
