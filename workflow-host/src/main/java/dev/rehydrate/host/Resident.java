// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.command.ValueDelta;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.agenda.Agenda;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An instance in memory: under a hold, or for one optimistic turn without. Used by one job of its lane at a time. */
final class Resident<S> {

    /** How far the clocks of nodes that agree on the time may be apart. */
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

    private final WorkflowDefinition<S> definition;
    private final InstanceHandle handle;
    private final InstanceId id;
    private final Map<InstanceKey, EntityKey> keys;
    private final @Nullable Instant offeredAt;
    private S state;
    private Baseline baseline;
    private Agenda agenda;
    private Revision revision;
    private Revision seen;
    private FencingToken token;
    private int unsavedReplies;
    private boolean suspended;
    private boolean doubtful;
    private boolean offered;

    private Resident(
            WorkflowDefinition<S> definition,
            InstanceHandle handle,
            Map<InstanceKey, EntityKey> keys,
            Content<S> content,
            Stored at) {
        this.definition = definition;
        this.handle = handle;
        this.keys = keys;
        this.state = content.state();
        this.baseline = content.baseline();
        this.agenda = content.agenda();
        this.id = at.id();
        this.revision = at.revision();
        this.seen = at.seen();
        this.token = at.token();
        this.offeredAt = at.offeredAt();
    }

    /**
     * What an instance consists of, and what of it is stored.
     *
     * @param state the state
     * @param baseline the values that are stored
     * @param agenda what the host remembers with it
     * @param <S> the state
     */
    record Content<S>(S state, Baseline baseline, Agenda agenda) {}

    private record Stored(
            InstanceId id,
            Revision revision,
            Revision seen,
            FencingToken token,
            @Nullable Instant offeredAt) {}

    /**
     * Makes an instance of what was loaded.
     *
     * @throws RuntimeException if it cannot be read
     */
    static <S> Resident<S> loaded(WorkflowDefinition<S> definition, InstanceHandle handle, InstanceSnapshot snapshot) {
        Map<InstanceKey, EntityKey> keys = new HashMap<>();
        for (InstanceKeyView view : snapshot.keys().values()) {
            if (view.state() == KeyState.ASSOCIATED) {
                keys.put(view.key(), EntityKey.of(view));
            }
        }
        InstanceHeader header = snapshot.header();
        Content<S> content = new Content<>(
                definition.stateOf(header.definition(), snapshot.data()),
                Baseline.of(snapshot.data()),
                Agenda.of(snapshot.metadata()));
        Stored at = new Stored(
                snapshot.id(), snapshot.revision(), SeenRevision.of(snapshot), header.token(), header.dueAt());
        return new Resident<>(definition, handle, keys, content, at);
    }

    static <S> Resident<S> created(Call<S, ?, ?> call, InstanceHandle handle, Content<S> content, SaveReceipt receipt) {
        Map<InstanceKey, EntityKey> keys = new HashMap<>();
        CorrelationKey key = call.key();
        if (key != null) {
            keys.put(key.key(), EntityKey.of(key, null));
        }
        Stored at = new Stored(receipt.id(), receipt.revision(), receipt.revision(), receipt.token(), null);
        return new Resident<>(call.definition(), handle, keys, content, at);
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

    Baseline baseline() {
        return baseline;
    }

    Agenda agenda() {
        return agenda;
    }

    /** What is stored, bookkeeping included: what a save expects to find. */
    Revision revision() {
        return revision;
    }

    /** The state that is stored, as clients are told of it. */
    Revision seen() {
        return seen;
    }

    /** What a save that changes no state writes with its bookkeeping. */
    ValueDelta keepingSeen(ValueDelta metadata) {
        return SeenRevision.kept(metadata, seen, revision);
    }

    FencingToken token() {
        return token;
    }

    Set<InstanceKey> keys() {
        return keys.keySet();
    }

    /** The keys with what is known of them. */
    Map<InstanceKey, EntityKey> entityKeys() {
        return Map.copyOf(keys);
    }

    /** Whether nobody else can change the instance as long as the handle is valid. */
    boolean isHeld() {
        return handle.token().isPresent();
    }

    /** Whether it may be older than what is stored; then nothing but a save may come of it. */
    boolean isDoubtful() {
        return doubtful;
    }

    void doubt() {
        doubtful = true;
    }

    /**
     * The time until which things are due: the clock of the node that has offered the instance may be a little ahead. It may
     * also have been offered because its holder died, long before anything is due.
     */
    Instant notBeforeOffer(Instant now) {
        if (!offered || offeredAt == null || offeredAt.isAfter(now.plus(CLOCKS_DIFFER))) {
            return now;
        }
        return offeredAt.isAfter(now) ? offeredAt : now;
    }

    /** Whether nobody has asked for it: the store has offered it to whoever runs what is due. */
    boolean isOffered() {
        return offered;
    }

    void offered() {
        offered = true;
    }

    /** Whether it was offered at a time at which there is nothing to do; then the time must be put right. */
    boolean isOfferedTooEarly() {
        return offeredAt != null
                && agenda.dueAt().filter(due -> isStoredAs(offeredAt, due)).isEmpty();
    }

    /** A store keeps due times in whole milliseconds. */
    private static boolean isStoredAs(Instant stored, Instant due) {
        return Duration.between(stored, due).abs().compareTo(Duration.ofMillis(1)) < 0;
    }

    /** Whether the text a key was made from is the one that is stored with it, as far as one is. */
    boolean hasText(CorrelationKey key) {
        EntityKey stored = keys.get(key.key());
        return stored == null || stored.text() == null || stored.text().equals(key.text());
    }

    boolean isUnsaved() {
        return unsavedReplies > 0;
    }

    int unsavedReplies() {
        return unsavedReplies;
    }

    /** Whether the instance takes no more messages. */
    boolean isSuspended() {
        return suspended;
    }

    void suspended() {
        suspended = true;
    }

    void replied(S next) {
        state = next;
        unsavedReplies++;
    }

    /** The state and the bookkeeping were saved; {@code moves} says whether clients see another state now. */
    void saved(Content<S> content, SaveReceipt receipt, boolean moves) {
        state = content.state();
        baseline = content.baseline();
        unsavedReplies = 0;
        doubtful = false;
        saved(content.agenda(), receipt);
        seen = moves ? receipt.revision() : seen;
    }

    /** Only what the host remembers was saved. */
    void saved(Agenda saved, SaveReceipt receipt) {
        agenda = saved;
        revision = receipt.revision();
        token = receipt.token();
    }

    void keysChanged(Map<InstanceKey, EntityKey> all) {
        keys.clear();
        keys.putAll(all);
    }

    /** Follows a change that somebody else made under our hold, as administrators may. */
    void reread(InstanceSnapshot snapshot) {
        revision = snapshot.revision();
        seen = SeenRevision.of(snapshot);
        token = snapshot.header().token();
    }

    @SuppressWarnings("unchecked")
    static <S> @Nullable Resident<S> of(WorkflowDefinition<S> definition, @Nullable Resident<?> resident) {
        // Equal definitions mean equal state types.
        return resident != null && resident.definition == definition ? (Resident<S>) resident : null;
    }
}
