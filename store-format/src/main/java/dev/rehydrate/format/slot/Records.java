// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.StoredValue;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The record of an instance, in two sections: all but its values first, so that who needs no more can stop there. */
public final class Records {

    /** Said of a key with the bits of the instance's id, instead of the bits. */
    private static final int HOME = 0x80;

    private static final Comparator<Map.Entry<InstanceKey, KeyEntry>> BY_KEY = Map.Entry.comparingByKey(Ids.KEY_ORDER);

    private Records() {}

    public static void write(WireOutput out, InstanceRecord record) {
        writeBare(out, record);
        writeValues(out, record);
    }

    public static InstanceRecord read(WireInput in) throws IOException {
        return readValues(in, readBare(in));
    }

    public static void writeBare(WireOutput out, InstanceRecord record) {
        int section = out.beginSection();
        out.number(WireOutput.bit(record.idleTtl(), 0));
        Headers.write(out, record.header());
        writeKeys(out, record);
        if (record.idleTtl() != null) {
            out.duration(record.idleTtl());
        }
        out.endSection(section);
    }

    private static void writeKeys(WireOutput out, InstanceRecord record) {
        Collection<Map.Entry<InstanceKey, KeyEntry>> keys =
                WireOutput.inOrder(record.keys().entrySet(), BY_KEY);
        out.number(keys.size());
        for (Map.Entry<InstanceKey, KeyEntry> each : keys) {
            writeKey(out, record.id(), each);
        }
    }

    /** Reads all but the values, which are missing from the result. */
    public static InstanceRecord readBare(WireInput in) throws IOException {
        int outer = in.enter();
        WireInput.Presence present = in.presence();
        InstanceHeader header = Headers.read(in);
        Map<InstanceKey, KeyEntry> keys = keys(in, header.id());
        Duration idleTtl = present.next() ? in.duration() : null;
        in.leave(outer);
        return new InstanceRecord(header, idleTtl, keys, Map.of(), Map.of());
    }

    /** Reads the header, and passes over all else before the values. */
    static InstanceHeader header(WireInput in) throws IOException {
        int outer = in.enter();
        in.presence();
        InstanceHeader header = Headers.read(in);
        in.leave(outer);
        return header;
    }

    /** Reads the promoted values of a record of which the header has been read, and passes over all other values. */
    static InstanceRecord listed(WireInput in, InstanceHeader header) throws IOException {
        int outer = in.enter();
        Map<String, StoredValue> promoted = StoredValues.promoted(in);
        in.leave(outer);
        return new InstanceRecord(header, null, Map.of(), promoted, Map.of());
    }

    public static void writeValues(WireOutput out, InstanceRecord record) {
        int section = out.beginSection();
        StoredValues.writeBag(out, record.data());
        StoredValues.writeBag(out, record.metadata());
        StoredValues.writeBags(out, described(record.keys()));
        out.endSection(section);
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
        int outer = in.enter();
        in.bag(ValueNames.DATA);
        Map<String, StoredValue> data = StoredValues.bag(in);
        in.bag(ValueNames.METADATA);
        Map<String, StoredValue> metadata = StoredValues.bag(in);
        Map<InstanceKey, KeyEntry> keys = describe(bare.keys(), StoredValues.bags(in));
        in.leave(outer);
        return new InstanceRecord(bare.header(), bare.idleTtl(), keys, data, metadata);
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
        int count = in.count();
        if (count == 0) {
            return Map.of();
        }
        if (count == 1) {
            int code = in.code();
            return Map.of(key(in, id, code), entry(code));
        }
        Map<InstanceKey, KeyEntry> keys = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int code = in.code();
            if (keys.put(key(in, id, code), entry(code)) != null) {
                throw new DamagedException("a key is there twice");
            }
        }
        return keys;
    }

    private static InstanceKey key(WireInput in, InstanceId id, int code) throws DamagedException {
        return (code & HOME) == 0 ? Ids.key(in) : new InstanceKey(id.high(), id.low());
    }

    private static KeyEntry entry(int code) throws DamagedException {
        return new KeyEntry(Codes.keyState(code & ~HOME), Map.of());
    }
}
