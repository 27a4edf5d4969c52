// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The cast of the table tests: one instance, its home key, two further keys, and three owners of which one is dead. */
public final class Given {

    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final InstanceId ID = new InstanceId(7, 7);
    public static final InstanceId STRANGER = new InstanceId(9, 9);
    static final SlotAddress AT = SlotAddress.of(ID);
    static final InstanceKey HOME = new InstanceKey(7, 7);
    static final InstanceKey KEY = new InstanceKey(8, 1);
    static final InstanceKey SECOND = new InstanceKey(8, 2);
    public static final OwnerId ME = new OwnerId(0, 1);
    public static final OwnerId OTHER = new OwnerId(0, 2);
    static final OwnerId DEAD = new OwnerId(0, 3);
    static final Set<OwnerId> NO_EXPIRED = Set.of();
    static final String HOST = "documents";
    static final Caller I = new Caller(ME, HOST, null, Set.of(DEAD));

    private static final AtomicLong COMMANDS = new AtomicLong();

    private Given() {}

    static CommandId command() {
        return new CommandId(1, COMMANDS.incrementAndGet());
    }

    /** The id of a command in a lane of an origin. */
    static CommandId sequenced(long origin, int lane, long sequence) {
        CommandId id = CommandId.inSequence(origin, sequence);
        return CommandId.at(id.high(), lane, sequence);
    }

    static Hold hold(long life, long token) {
        return new Hold(life, new FencingToken(token));
    }

    static StoredValue value(String text) {
        return new StoredValue(EncodedValue.fromBytes(text.getBytes(StandardCharsets.UTF_8)), Set.of(), null);
    }

    /** A bag of values, from names and texts in turn. */
    static Map<String, StoredValue> bag(String... namesAndTexts) {
        Map<String, StoredValue> bag = new HashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            bag.put(namesAndTexts[i], value(namesAndTexts[i + 1]));
        }
        return bag;
    }

    static ValueDelta<StoredValue> putting(String... namesAndTexts) {
        return new ValueDelta<>(bag(namesAndTexts), Set.of());
    }

    static ValueDelta<StoredValue> removing(String... names) {
        return new ValueDelta<>(Map.of(), Set.of(names));
    }
}
