// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.Tombstone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Draws slots and what is in them. */
final class DrawnSlots {

    private final Draw draw;

    DrawnSlots(Draw draw) {
        this.draw = draw;
    }

    Slot slot() {
        InstanceRecord record = draw.orNull(this::record);
        InstanceHeader header = record == null ? null : record.header();
        Instant changedAt = header != null && draw.yes() ? header.updatedAt() : draw.instant();
        return new Slot(
                record,
                draw.orNull(this::claim),
                draw.number(),
                history(draw.some(() -> remembered(header))),
                draw.orNull(() -> new Tombstone(draw.revision(), draw.token())),
                changedAt,
                draw.orNull(this::changes));
    }

    private ChangeLog changes() {
        ChangeLog log = ChangeLog.empty(1 + draw.below(ChangeLog.MOST));
        for (int i = draw.below(5); i > 0; i--) {
            log = log.with(log.capacity(), change());
        }
        return log;
    }

    private RecordedChange change() {
        return new RecordedChange(
                Instant.ofEpochMilli(draw.number()),
                draw.yes() ? draw.owner() : Samples.OWNER,
                draw.oneOf(RecordedCommand.class),
                draw.positive(),
                draw.below(Integer.MAX_VALUE),
                Set.of(draw.oneOf(ChangeEvent.class)));
    }

    InstanceRecord record() {
        InstanceHeader header = header();
        InstanceKey home = new InstanceKey(header.id().high(), header.id().low());
        Map<InstanceKey, KeyEntry> keys = new HashMap<>(draw.map(draw::key, this::keyEntry));
        if (draw.yes()) {
            keys.put(home, keyEntry());
        }
        return new InstanceRecord(header, draw.orNull(draw::duration), keys, bag(), bag());
    }

    InstanceHeader header() {
        Instant createdAt = draw.instant();
        return new InstanceHeader(
                draw.instance(),
                draw.revision(),
                draw.token(),
                draw.oneOf(InstanceState.class),
                draw.orNull(draw::owner),
                draw.orNull(draw::text),
                draw.orNull(draw::definition),
                draw.orNull(() -> new Suspension(draw.text(), draw.orNull(draw::text), draw.instant(), draw.yes())),
                draw.orNull(draw::instant),
                createdAt,
                draw.yes() ? createdAt : draw.instant(),
                draw.orNull(draw::instant));
    }

    KeyClaim claim() {
        return new KeyClaim(draw.instance(), draw.number());
    }

    Map<String, StoredValue> bag() {
        return draw.map(draw::name, this::value);
    }

    ValueDelta<StoredValue> delta() {
        if (draw.yes()) {
            return ValueDelta.none();
        }
        Map<String, StoredValue> put = draw.map(draw::name, this::value);
        Set<String> remove = new HashSet<>(draw.set(draw::name));
        remove.removeAll(put.keySet());
        return new ValueDelta<>(put, remove);
    }

    DataChange<StoredValue> data() {
        return switch (draw.below(3)) {
            case 0 -> new DataChange.Unchanged<>();
            case 1 -> new DataChange.Replace<>(draw.map(draw::name, this::value));
            default -> new DataChange.Change<>(delta());
        };
    }

    KeyChanges<StoredValue> keys() {
        Map<InstanceKey, Map<String, StoredValue>> associate =
                draw.map(draw::key, () -> draw.map(draw::name, this::value));
        Map<InstanceKey, ValueDelta<StoredValue>> metadata = new HashMap<>(draw.map(draw::key, this::delta));
        metadata.keySet().removeAll(associate.keySet());
        return new KeyChanges<>(associate, otherThan(associate.keySet()), otherThan(associate.keySet()), metadata);
    }

    private Set<InstanceKey> otherThan(Set<InstanceKey> keys) {
        Set<InstanceKey> others = new HashSet<>(draw.set(draw::key));
        others.removeAll(keys);
        return others;
    }

    PromotedValue promoted() {
        return PromotedValue.of(draw.oneOf(List.<Object>of(
                draw.yes(),
                draw.number(),
                new BigDecimal(new BigInteger(200, new Random(draw.number())), draw.below(99) - 50),
                1.5e300,
                draw.text(),
                draw.instant(),
                new UUID(draw.number(), draw.number()))));
    }

    private StoredValue value() {
        EncodedValue encoded = EncodedValue.fromBytes(draw.bytes(draw.below(300)));
        return new StoredValue(
                encoded, draw.set(() -> draw.oneOf(InstanceValue.Option.class)), draw.orNull(this::promoted));
    }

    private KeyEntry keyEntry() {
        return new KeyEntry(draw.oneOf(KeyState.class), draw.yes() ? Map.of() : bag());
    }

    private CommandHistory history(Collection<RememberedCommand> commands) {
        CommandHistory history = CommandHistory.of(List.copyOf(commands), draw.instant());
        return draw.yes()
                ? history
                : new CommandHistory(
                        history.origins().stream().map(this::forgetful).toList());
    }

    private OriginHistory forgetful(OriginHistory origin) {
        return origin.origin() == OriginHistory.CHOSEN
                ? origin
                : new OriginHistory(
                        origin.origin(),
                        origin.lastSecond(),
                        origin.recent(),
                        draw.number() | 1,
                        1 + draw.below(1 << 20));
    }

    private RememberedCommand remembered(InstanceHeader header) {
        return new RememberedCommand(draw.command(), draw.orNull(() -> receipt(header)), draw.yes());
    }

    private SaveReceipt receipt(InstanceHeader header) {
        boolean same = header != null && draw.yes();
        InstanceId id = same ? header.id() : draw.instance();
        Revision revision = same ? new Revision(header.revision().incarnation(), draw.positive()) : draw.revision();
        return new SaveReceipt(id, revision, new FencingToken(draw.positive()), draw.oneOf(InstanceState.class));
    }
}
