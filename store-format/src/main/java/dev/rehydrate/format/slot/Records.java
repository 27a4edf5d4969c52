// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.StoredValue;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The record of an instance, in two sections: all but its values first, so that who needs no more can stop there. */
public final class Records {

    /** Said of a key with the bits of the instance's id, instead of the bits. */
    private static final int HOME = 0x80;

    private Records() {}

    public static void write(WireOutput out, InstanceRecord record) {
        writeBare(out, record);
        writeValues(out, record);
    }

    public static InstanceRecord read(WireInput in) throws IOException {
        return readValues(in, readBare(in));
    }

    public static void writeBare(WireOutput out, InstanceRecord record) {
        out.section(record, (each, it) -> {
            each.presence(it.idleTtl());
            Headers.write(each, it.header());
            each.sorted(
                    it.keys().entrySet(),
                    Map.Entry.comparingByKey(Ids.KEY_ORDER),
                    (key, entry) -> writeKey(key, it.id(), entry));
            each.optional(it.idleTtl(), WireOutput::duration);
        });
    }

    /** Reads all but the values, which are missing from the result. */
    public static InstanceRecord readBare(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            InstanceHeader header = Headers.read(each);
            Map<InstanceKey, KeyEntry> keys = keys(each, header.id());
            Duration idleTtl = present.next(WireInput::duration);
            return new InstanceRecord(header, idleTtl, keys, Map.of(), Map.of());
        });
    }

    public static void writeValues(WireOutput out, InstanceRecord record) {
        out.section(record, (each, it) -> {
            StoredValues.writeBag(each, it.data());
            StoredValues.writeBag(each, it.metadata());
            StoredValues.writeBags(each, described(it.keys()));
        });
    }

    private static Map<InstanceKey, Map<String, StoredValue>> described(Map<InstanceKey, KeyEntry> keys) {
        Map<InstanceKey, Map<String, StoredValue>> described = Map.of();
        for (Map.Entry<InstanceKey, KeyEntry> each : keys.entrySet()) {
            Map<String, StoredValue> metadata = each.getValue().metadata();
            if (!metadata.isEmpty()) {
                described = described.isEmpty() ? new HashMap<>() : described;
                described.put(each.getKey(), metadata);
            }
        }
        return described;
    }

    /** Reads the values of a record of which all else has been read. */
    public static InstanceRecord readValues(WireInput in, InstanceRecord bare) throws IOException {
        return in.section(each -> {
            each.bag(ValueNames.DATA);
            Map<String, StoredValue> data = StoredValues.bag(each);
            each.bag(ValueNames.METADATA);
            Map<String, StoredValue> metadata = StoredValues.bag(each);
            Map<InstanceKey, KeyEntry> keys = describe(bare.keys(), StoredValues.bags(each));
            return new InstanceRecord(bare.header(), bare.idleTtl(), keys, data, metadata);
        });
    }

    private static Map<InstanceKey, KeyEntry> describe(
            Map<InstanceKey, KeyEntry> keys, Map<InstanceKey, Map<String, StoredValue>> described)
            throws DamagedException {
        if (described.isEmpty()) {
            return keys;
        }
        Map<InstanceKey, KeyEntry> all = new HashMap<>(keys);
        for (Map.Entry<InstanceKey, Map<String, StoredValue>> each : described.entrySet()) {
            KeyEntry entry = all.get(each.getKey());
            if (entry == null) {
                throw new DamagedException("a key is described that the instance does not list");
            }
            all.put(each.getKey(), new KeyEntry(entry.state(), each.getValue()));
        }
        return all;
    }

    private static void writeKey(WireOutput out, InstanceId id, Map.Entry<InstanceKey, KeyEntry> entry) {
        boolean home = id.isHomeOf(entry.getKey());
        out.code(Codes.of(entry.getValue().state()) | (home ? HOME : 0));
        if (!home) {
            Ids.write(out, entry.getKey());
        }
    }

    private static Map<InstanceKey, KeyEntry> keys(WireInput in, InstanceId id) throws IOException {
        List<KeyOfRecord> all = in.list(each -> key(each, id));
        if (all.size() == 1) {
            return Map.of(all.get(0).key, new KeyEntry(all.get(0).state, Map.of()));
        }
        Map<InstanceKey, KeyEntry> keys = new HashMap<>();
        for (KeyOfRecord listed : all) {
            if (keys.put(listed.key, new KeyEntry(listed.state, Map.of())) != null) {
                throw new DamagedException("a key is there twice");
            }
        }
        return keys;
    }

    private record KeyOfRecord(InstanceKey key, KeyState state) {}

    private static KeyOfRecord key(WireInput in, InstanceId id) throws DamagedException {
        int code = in.code();
        KeyState state = Codes.constant(KeyState.values(), Codes::of, code & ~HOME);
        boolean home = (code & HOME) != 0;
        return new KeyOfRecord(home ? new InstanceKey(id.high(), id.low()) : Ids.key(in), state);
    }
}
