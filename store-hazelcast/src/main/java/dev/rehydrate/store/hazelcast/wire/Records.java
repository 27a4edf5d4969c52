// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.wire;

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
import java.util.Map;

/** The record of an instance, in two sections: all but its values first, so that who needs no more can stop there. */
final class Records {

    /** Said of a key with the bits of the instance's id, instead of the bits. */
    private static final int HOME = 0x80;

    private Records() {}

    static void write(WireOutput out, InstanceRecord record) {
        writeBare(out, record);
        writeValues(out, record);
    }

    static InstanceRecord read(WireInput in) throws IOException {
        return readValues(in, readBare(in));
    }

    static void writeBare(WireOutput out, InstanceRecord record) {
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
    static InstanceRecord readBare(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            InstanceHeader header = Headers.read(each);
            Map<InstanceKey, KeyEntry> keys = keys(each, header.id());
            Duration idleTtl = present.next(WireInput::duration);
            return new InstanceRecord(header, idleTtl, keys, Map.of(), Map.of());
        });
    }

    static void writeValues(WireOutput out, InstanceRecord record) {
        Map<InstanceKey, Map<String, StoredValue>> described = new HashMap<>();
        record.keys().forEach((key, entry) -> {
            if (!entry.metadata().isEmpty()) {
                described.put(key, entry.metadata());
            }
        });
        out.section(record, (each, it) -> {
            StoredValues.writeBag(each, it.data());
            StoredValues.writeBag(each, it.metadata());
            StoredValues.writeBags(each, described);
        });
    }

    /** Reads the values of a record of which all else has been read. */
    static InstanceRecord readValues(WireInput in, InstanceRecord bare) throws IOException {
        return in.section(each -> {
            Map<String, StoredValue> data = StoredValues.bag(each);
            Map<String, StoredValue> metadata = StoredValues.bag(each);
            Map<InstanceKey, KeyEntry> keys = new HashMap<>(bare.keys());
            for (Map.Entry<InstanceKey, Map<String, StoredValue>> described :
                    StoredValues.bags(each).entrySet()) {
                KeyEntry entry = keys.get(described.getKey());
                if (entry == null) {
                    throw WireFormatException.damaged("a key is described that the instance does not list");
                }
                keys.put(described.getKey(), new KeyEntry(entry.state(), described.getValue()));
            }
            return new InstanceRecord(bare.header(), bare.idleTtl(), keys, data, metadata);
        });
    }

    private static void writeKey(WireOutput out, InstanceId id, Map.Entry<InstanceKey, KeyEntry> entry) {
        boolean home = id.isHomeOf(entry.getKey());
        out.code(Codes.of(entry.getValue().state()) | (home ? HOME : 0));
        if (!home) {
            Ids.write(out, entry.getKey());
        }
    }

    private static Map<InstanceKey, KeyEntry> keys(WireInput in, InstanceId id) throws IOException {
        Map<InstanceKey, KeyEntry> keys = new HashMap<>();
        for (KeyOfRecord listed : in.list(each -> key(each, id))) {
            if (keys.put(listed.key, new KeyEntry(listed.state, Map.of())) != null) {
                throw WireFormatException.damaged("a key is there twice");
            }
        }
        return keys;
    }

    private record KeyOfRecord(InstanceKey key, KeyState state) {}

    private static KeyOfRecord key(WireInput in, InstanceId id) throws WireFormatException {
        int code = in.code();
        KeyState state = Codes.constant(KeyState.values(), Codes::of, code & ~HOME);
        boolean home = (code & HOME) != 0;
        return new KeyOfRecord(home ? new InstanceKey(id.high(), id.low()) : Ids.key(in), state);
    }
}
