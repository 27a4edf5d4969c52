// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.Tombstone;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fixed things whose bytes are kept for ever: changing one here means keeping the old one too. */
final class Samples {

    static final InstanceId ID = new InstanceId(0x0102030405060708L, 0x090A0B0C0D0E0F10L);
    static final InstanceId OTHER = new InstanceId(-1, -2);
    static final InstanceKey HOME = new InstanceKey(ID.high(), ID.low());
    static final InstanceKey KEY = new InstanceKey(0x1111, 0x2222);
    static final InstanceKey DONE = new InstanceKey(0x3333, 0x4444);
    static final OwnerId OWNER = new OwnerId(0x5555, 0x6666);
    static final OwnerId DEAD = new OwnerId(0x7777, 0x8888);
    static final CommandId COMMAND = new CommandId(0x9999, 0xAAAA);
    static final Revision REVISION = new Revision(1_856_000_000_000_000_000L, 300);
    static final FencingToken TOKEN = new FencingToken(5);
    static final Hold HOLD = new Hold(REVISION.incarnation(), TOKEN);
    static final KeyClaim CLAIM = new KeyClaim(OTHER, 3);
    static final Instant CREATED = Instant.parse("2026-03-01T12:00:00.123456789Z");
    static final Instant UPDATED = Instant.parse("2026-03-02T08:30:00.5Z");
    static final Instant DUE = Instant.parse("2026-04-01T00:00:00Z");
    static final DefinitionIdentity DEFINITION = DefinitionIdentity.of("approval", "1.2.3.4");
    static final DefinitionIdentity SCOPED = new DefinitionIdentity("größe", DEFINITION.version(), "documents");
    static final SaveReceipt RECEIPT = new SaveReceipt(ID, REVISION, TOKEN, InstanceState.INITIALIZED);

    static final StoredValue PLAIN = value("plain", Set.of(), null);
    static final StoredValue HIDDEN =
            value("hidden", Set.of(InstanceValue.Option.OPTIONAL, InstanceValue.Option.WRITE_ONLY), null);
    static final StoredValue TITLE =
            value("title", Set.of(InstanceValue.Option.PROMOTED), PromotedValue.of("half a pair \uD83D"));
    static final StoredValue AMOUNT = value("12.50", Set.of(), PromotedValue.of(new BigDecimal("-12.50")));

    /** Nothing missing, everything different from its default. */
    static final Slot FULL = new Slot(
            record(),
            CLAIM,
            7,
            CommandHistory.of(
                    List.of(remembered(1, RECEIPT), remembered(2, null), remembered(3, formerLife())), CREATED),
            new Tombstone(new Revision(17, 4), new FencingToken(2)),
            CREATED,
            null);

    /** An instance as most of them are. */
    static final Slot IDLE = new Slot(
            new InstanceRecord(
                    new InstanceHeader(
                            ID,
                            REVISION,
                            TOKEN,
                            InstanceState.INITIALIZED,
                            null,
                            "documents",
                            DEFINITION,
                            null,
                            null,
                            CREATED,
                            UPDATED,
                            null),
                    null,
                    Map.of(HOME, new KeyEntry(KeyState.ASSOCIATED, Map.of())),
                    Map.of("state", PLAIN),
                    Map.of()),
            null,
            0,
            CommandHistory.of(List.of(remembered(1, RECEIPT)), UPDATED),
            null,
            UPDATED,
            null);

    /** What is left of an instance that has ended. */
    static final Slot BURIED = new Slot(
            null,
            null,
            1,
            CommandHistory.of(List.of(remembered(1, RECEIPT), remembered(2, RECEIPT)), UPDATED),
            new Tombstone(REVISION, TOKEN),
            UPDATED,
            null);

    /** Commands of two processes, of which one has forgotten some, and one that a caller has named; made by the last one. */
    static final Slot BUSY = busy();

    /** Saved by one process, as the rules do it: the check bits of each revision come from those before. */
    static final Slot SAVED = saved();

    private Samples() {}

    private static Slot busy() {
        List<RememberedCommand> commands = new ArrayList<>(List.of(remembered(1, RECEIPT)));
        for (int i = 0; i < 12; i++) {
            CommandId id = CommandId.at(i < 2 ? 0xABCDEF0123458FEDL : 0x1234567890AB8CDEL, i % 2 * 5, 70_000 + 90L * i);
            Revision revision = new Revision(REVISION.incarnation(), 300 + i, id.check());
            commands.add(new RememberedCommand(
                    id, new SaveReceipt(ID, revision, TOKEN, InstanceState.INITIALIZED), i == 10));
        }
        return rememberedBy(commands, new Tombstone(new Revision(17, 4, -5), TOKEN));
    }

    private static Slot saved() {
        List<RememberedCommand> commands = new ArrayList<>();
        Revision revision = new Revision(REVISION.incarnation(), 300, 0x5EED);
        for (int i = 0; i < 9; i++) {
            CommandId id = CommandId.at(i == 4 ? 0x1234567890AB8CDEL : 0xABCDEF0123458FEDL, 3, 70_000 + 90L * i);
            revision = i == 6 ? revision : revision.next(id.check());
            SaveReceipt receipt = new SaveReceipt(ID, revision, TOKEN, InstanceState.INITIALIZED);
            commands.add(new RememberedCommand(id, i == 7 ? null : receipt, false));
        }
        return rememberedBy(commands, null);
    }

    private static Slot rememberedBy(List<RememberedCommand> commands, @Nullable Tombstone tombstone) {
        InstanceHeader header = IDLE.instance().header();
        SaveReceipt last = commands.get(commands.size() - 1).receipt();
        InstanceHeader changed = new InstanceHeader(
                ID,
                last.revision(),
                TOKEN,
                header.state(),
                null,
                header.hostType(),
                header.definition(),
                null,
                null,
                CREATED,
                UPDATED,
                null);
        InstanceRecord record = new InstanceRecord(
                changed, null, IDLE.instance().keys(), IDLE.instance().data(), Map.of());
        return new Slot(record, null, 0, CommandHistory.of(commands, UPDATED), tombstone, UPDATED, null);
    }

    static StoredValue value(String bytes, Set<InstanceValue.Option> options, PromotedValue promoted) {
        return new StoredValue(EncodedValue.fromBytes(bytes.getBytes(StandardCharsets.UTF_8)), options, promoted);
    }

    static InstanceRecord record() {
        return new InstanceRecord(
                header(),
                Duration.ofDays(30),
                Map.of(
                        HOME, new KeyEntry(KeyState.ASSOCIATED, Map.of()),
                        KEY, new KeyEntry(KeyState.ASSOCIATED, Map.of("why", PLAIN)),
                        DONE, new KeyEntry(KeyState.COMPLETED, Map.of())),
                Map.of("state", PLAIN, "title", TITLE, "amount", AMOUNT),
                Map.of("secret", HIDDEN));
    }

    static InstanceHeader header() {
        return new InstanceHeader(
                ID,
                REVISION,
                TOKEN,
                InstanceState.COMPLETED,
                OWNER,
                "documents",
                SCOPED,
                new Suspension("cannot be read", "java.lang.IllegalStateException", UPDATED),
                DUE,
                CREATED,
                UPDATED,
                UPDATED.plus(Duration.ofDays(30)));
    }

    private static SaveReceipt formerLife() {
        return new SaveReceipt(ID, new Revision(17, 4), new FencingToken(2), InstanceState.UNINITIALIZED);
    }

    private static RememberedCommand remembered(long number, SaveReceipt receipt) {
        return new RememberedCommand(new CommandId(0xC0FFEE, number), receipt);
    }
}
