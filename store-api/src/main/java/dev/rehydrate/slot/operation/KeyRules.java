// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Refusal;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the keys of an instance change: contract §2.0 (states) and §2.4 steps 4 to 6. */
final class KeyRules {

    private final InstanceDraft draft;
    private final Slot slot;
    private final long claimedUnder;

    KeyRules(InstanceDraft draft, Slot slot, long claimedUnder) {
        this.draft = draft;
        this.slot = slot;
        this.claimedUnder = claimedUnder;
    }

    /** Changes the draft, or says why not; after a refusal the draft is of no use. */
    @Nullable
    Refusal apply(KeyChanges<StoredValue> changes) {
        if (changes.isEmpty()) {
            return null;
        }
        for (InstanceKey key : inOrder(changes.associate().keySet())) {
            Refusal refusal = associate(key, changes.associate().getOrDefault(key, Map.of()));
            if (refusal != null) {
                return refusal;
            }
        }
        for (InstanceKey key : inOrder(changes.complete())) {
            if (!complete(key)) {
                return new Refusal.KeyNotAssociated(key);
            }
        }
        for (InstanceKey key : inOrder(changes.release())) {
            if (!release(key)) {
                return new Refusal.KeyNotAssociated(key);
            }
        }
        for (InstanceKey key : inOrder(changes.metadata().keySet())) {
            if (!describe(key, changes.metadata().getOrDefault(key, ValueDelta.none()))) {
                return new Refusal.KeyNotAssociated(key);
            }
        }
        return null;
    }

    /** A set has no order of its own; with one, every machine refuses the same command for the same reason. */
    private static Collection<InstanceKey> inOrder(Set<InstanceKey> keys) {
        return keys.size() < 2 ? keys : sorted(keys);
    }

    private static List<InstanceKey> sorted(Set<InstanceKey> keys) {
        return keys.stream().sorted(Comparator.comparing(SlotAddress::of)).toList();
    }

    private @Nullable Refusal associate(InstanceKey key, Map<String, StoredValue> metadata) {
        KeyEntry present = draft.key(key);
        if (present != null) {
            return refresh(key, present, metadata);
        }
        if (draft.id.isHomeOf(key)) {
            if (slot.claim() != null) {
                return new Refusal.KeyClaimed(key, slot.claim());
            }
        } else if (claimedUnder < slot.claimEpoch()) {
            return new Refusal.ClaimsRevoked(slot.claimEpoch());
        }
        draft.put(key, new KeyEntry(KeyState.ASSOCIATED, metadata));
        return null;
    }

    private @Nullable Refusal refresh(InstanceKey key, KeyEntry present, Map<String, StoredValue> metadata) {
        if (present.state() == KeyState.COMPLETED) {
            return new Refusal.KeyBelongsTo(key, draft.id);
        }
        if (!metadata.isEmpty()) {
            draft.put(key, new KeyEntry(KeyState.ASSOCIATED, metadata));
        }
        return null;
    }

    private boolean complete(InstanceKey key) {
        KeyEntry present = draft.key(key);
        if (present == null) {
            return false;
        }
        draft.put(key, present.completed());
        return true;
    }

    private boolean release(InstanceKey key) {
        KeyEntry present = draft.key(key);
        if (present == null || present.state() != KeyState.COMPLETED) {
            return false;
        }
        draft.remove(key);
        return true;
    }

    private boolean describe(InstanceKey key, ValueDelta<StoredValue> delta) {
        KeyEntry present = draft.key(key);
        if (present == null) {
            return false;
        }
        draft.put(key, new KeyEntry(present.state(), delta.appliedTo(present.metadata())));
        return true;
    }
}
