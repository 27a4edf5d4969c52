// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An instance in memory, under a hold. Used by one job of its lane at a time. */
final class Resident<S> {

    private final WorkflowDefinition<S> definition;
    private final InstanceHandle handle;
    private final InstanceId id;
    private final Map<InstanceKey, @Nullable String> keyTexts;
    private S state;
    private Revision revision;
    private FencingToken token;
    private int unsavedReplies;

    private Resident(
            WorkflowDefinition<S> definition,
            InstanceHandle handle,
            Map<InstanceKey, @Nullable String> keyTexts,
            S state,
            SaveReceipt at) {
        this.definition = definition;
        this.handle = handle;
        this.keyTexts = keyTexts;
        this.state = state;
        this.id = at.id();
        this.revision = at.revision();
        this.token = at.token();
    }

    static <S> Resident<S> loaded(WorkflowDefinition<S> definition, InstanceHandle handle, InstanceSnapshot snapshot) {
        Map<InstanceKey, @Nullable String> texts = new HashMap<>();
        for (InstanceKeyView view : snapshot.keys().values()) {
            if (view.state() == KeyState.ASSOCIATED) {
                texts.put(
                        view.key(),
                        view.metadata().find(CorrelationKey.TEXT, String.class).orElse(null));
            }
        }
        S state = definition.mapping().fromValues(snapshot.data());
        SaveReceipt at = new SaveReceipt(
                snapshot.id(), snapshot.revision(), snapshot.header().token(), snapshot.state());
        return new Resident<>(definition, handle, texts, state, at);
    }

    static <S> Resident<S> created(Call<S, ?, ?> call, InstanceHandle handle, S state, SaveReceipt at) {
        Map<InstanceKey, @Nullable String> texts = new HashMap<>();
        CorrelationKey key = call.key();
        if (key != null) {
            texts.put(key.key(), key.text());
        }
        return new Resident<>(call.definition(), handle, texts, state, at);
    }

    InstanceId id() {
        return id;
    }

    InstanceHandle handle() {
        return handle;
    }

    WorkflowDefinition<S> definition() {
        return definition;
    }

    S state() {
        return state;
    }

    Revision revision() {
        return revision;
    }

    FencingToken token() {
        return token;
    }

    Set<InstanceKey> keys() {
        return keyTexts.keySet();
    }

    /** Whether the text a key was made from is the one that is stored with it, as far as one is. */
    boolean hasText(CorrelationKey key) {
        String stored = keyTexts.get(key.key());
        return stored == null || stored.equals(key.text());
    }

    boolean isUnsaved() {
        return unsavedReplies > 0;
    }

    int unsavedReplies() {
        return unsavedReplies;
    }

    void replied(S next) {
        state = next;
        unsavedReplies++;
    }

    void saved(S next, SaveReceipt receipt) {
        state = next;
        revision = receipt.revision();
        token = receipt.token();
        unsavedReplies = 0;
    }

    /** Follows a change that somebody else made under our hold, as administrators may. */
    void reread(InstanceSnapshot snapshot) {
        revision = snapshot.revision();
        token = snapshot.header().token();
    }

    @SuppressWarnings("unchecked")
    static <S> @Nullable Resident<S> of(WorkflowDefinition<S> definition, @Nullable Resident<?> resident) {
        // Equal definitions mean equal state types.
        return resident != null && resident.definition == definition ? (Resident<S>) resident : null;
    }
}
