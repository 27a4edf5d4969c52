// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold between any slot and the one that an operation makes of it. */
final class SlotLaws {

    private final SlotOperation<?> operation;
    private final Slot before;
    private final Slot after;

    SlotLaws(SlotOperation<?> operation, Slot before, Slot after) {
        this.operation = operation;
        this.before = before;
        this.after = after;
    }

    /** The first law that does not hold, or null if all do. */
    @Nullable
    String broken(Set<OwnerId> owners) {
        if (after.claimEpoch() < before.claimEpoch()) {
            return "the claim epoch never falls";
        }
        String memory = ofMemory(after);
        if (memory != null) {
            return memory;
        }
        if (life(after) < life(before)) {
            return "a later life has a larger incarnation";
        }
        InstanceRecord record = after.instance();
        if (record == null) {
            return after.tombstone() == null && before.instance() != null ? "an end is remembered" : null;
        }
        String ofOne = ofOne(record, owners);
        return ofOne == null && before.instance() != null ? ofTwo(before.instance(), record) : ofOne;
    }

    private static @Nullable String ofMemory(Slot slot) {
        for (OriginHistory origin : slot.recent().origins()) {
            if (origin.recent().size() > Slot.REMEMBERED_COMMANDS + CommandId.LANES + 2) {
                return "the memory is bounded";
            }
            for (RememberedCommand command : origin.recent()) {
                if (slot.mayHaveForgotten(command.id()) && !command.expendable()) {
                    return "what is remembered is later than what is forgotten, lane by lane";
                }
            }
        }
        return null;
    }

    /** The life that is here, or the last one that is remembered. */
    private static long life(Slot slot) {
        if (slot.instance() != null) {
            return slot.instance().header().revision().incarnation();
        }
        return slot.tombstone() == null ? -1 : slot.tombstone().revision().incarnation();
    }

    private static @Nullable String ofOne(InstanceRecord record, Set<OwnerId> owners) {
        InstanceHeader header = record.header();
        if (header.holder() != null && !owners.contains(header.holder())) {
            return "no hold without an owner";
        }
        boolean over = header.state() == InstanceState.COMPLETED;
        boolean routes = record.keys().values().stream().anyMatch(entry -> entry.state() == KeyState.ASSOCIATED);
        return over && (header.holder() != null || header.dueAt() != null || routes)
                ? "what is completed has no holder, due time or associated key"
                : null;
    }

    private @Nullable String ofTwo(InstanceRecord old, InstanceRecord now) {
        InstanceHeader was = old.header();
        InstanceHeader is = now.header();
        if (was.revision().incarnation() != is.revision().incarnation()) {
            return is.revision().number() == 1 ? null : "a life begins with the first revision";
        }
        if (is.token().compareTo(was.token()) < 0 || is.revision().compareTo(was.revision()) < 0) {
            return "token and revision never fall within a life";
        }
        boolean sameContent = old.data().equals(now.data()) && old.keys().equals(now.keys());
        if (!sameContent && is.revision().equals(was.revision())) {
            return "content changes only with the revision";
        }
        if (was.state() == InstanceState.COMPLETED && !old.equals(now)) {
            return "what is completed changes no more";
        }
        return keysOf(old.keys(), now.keys());
    }

    /** Contract §2.0: absent, associated, completed, absent; and never back. */
    private @Nullable String keysOf(Map<InstanceKey, KeyEntry> old, Map<InstanceKey, KeyEntry> now) {
        for (Map.Entry<InstanceKey, KeyEntry> key : old.entrySet()) {
            KeyEntry then = now.get(key.getKey());
            boolean wasCompleted = key.getValue().state() == KeyState.COMPLETED;
            if (then != null && wasCompleted && then.state() == KeyState.ASSOCIATED) {
                return "a completed key is never associated again";
            }
            if (then == null && !wasCompleted && !completesAndReleases(key.getKey()) && !withdraws(key.getKey())) {
                return "an associated key is not released before it is completed";
            }
        }
        return null;
    }

    /** It has never been a key of this instance, as it turned out. */
    private boolean withdraws(InstanceKey key) {
        return operation instanceof WithdrawKey withdraw && withdraw.key().equals(key);
    }

    private boolean completesAndReleases(InstanceKey key) {
        return operation instanceof CommitInstance commit
                && commit.changes().keys().complete().contains(key)
                && commit.changes().keys().release().contains(key);
    }
}
