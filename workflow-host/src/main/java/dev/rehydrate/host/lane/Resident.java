// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.EntityKey;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.Trace;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
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
public final class Resident<S> {

    /** How far the clocks of nodes that agree on the time may be apart. */
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

    private final WorkflowDefinition<S> definition;
    private final InstanceHandle handle;
    private final InstanceId id;
    private final Map<InstanceKey, EntityKey> keys;
    private final @Nullable Instant offeredAt;
    private S state;
    private DirtyTracker baseline;
    private HostState hostState;
    private @Nullable Trace unsavedTrace;
    private Revision revision;
    private Revision seen;
    private FencingToken token;
    private int unsavedReplies;
    private boolean suspended;
    private boolean stale;
    private boolean offered;
    private @Nullable String otherType;

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
        this.hostState = content.hostState();
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
     * @param hostState what the host remembers with it
     * @param <S> the state
     */
    public record Content<S>(S state, DirtyTracker baseline, HostState hostState) {}

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
    public static <S> Resident<S> loaded(
            WorkflowDefinition<S> definition, InstanceHandle handle, InstanceSnapshot snapshot) {
        Map<InstanceKey, EntityKey> keys = new HashMap<>();
        for (InstanceKeyView view : snapshot.keys().values()) {
            if (view.state() == KeyState.ASSOCIATED) {
                keys.put(view.key(), EntityKey.of(view));
            }
        }
        InstanceHeader header = snapshot.header();
        AskedValues asked = new AskedValues(snapshot.data());
        S state = definition.stateOf(header.definition(), asked);
        // What was upgraded from another definition takes the form of this one, and nothing else is left of it.
        boolean sameForm = definition.hasFormOf(header.definition());
        Content<S> content = new Content<>(
                state,
                sameForm ? DirtyTracker.ofKnown(snapshot.data(), asked.known()) : DirtyTracker.of(snapshot.data()),
                HostState.of(snapshot));
        Stored at = new Stored(
                snapshot.id(), snapshot.revision(), SeenRevision.of(snapshot), header.token(), header.dueAt());
        return new Resident<>(definition, handle, keys, content, at);
    }

    /** The instance that a save has just created. Its keys follow with {@link #keysChanged}. */
    public static <S> Resident<S> created(
            WorkflowDefinition<S> definition, InstanceHandle handle, Content<S> content, SaveReceipt receipt) {
        Stored at = new Stored(receipt.id(), receipt.revision(), receipt.revision(), receipt.token(), null);
        return new Resident<>(definition, handle, new HashMap<>(), content, at);
    }

    public InstanceId id() {
        return id;
    }

    public InstanceHandle handle() {
        return handle;
    }

    public WorkflowDefinition<S> definition() {
        return definition;
    }

    public S state() {
        return state;
    }

    public DirtyTracker baseline() {
        return baseline;
    }

    public HostState hostState() {
        return hostState;
    }

    /** What is stored, bookkeeping included: what a save expects to find. */
    public Revision revision() {
        return revision;
    }

    /** The revision of the stored state that clients see. */
    public Revision seen() {
        return seen;
    }

    /** What a save that changes no state writes with its bookkeeping. */
    public ValueDelta<InstanceValue> keepingSeen(ValueDelta<InstanceValue> metadata) {
        return SeenRevision.kept(metadata, seen, revision);
    }

    /** An event about this instance, which is not published yet. */
    public Timeline.Draft event(Timeline timeline, HostEvent.Kind kind) {
        return timeline.instance(kind, id).state(revision, token);
    }

    public FencingToken token() {
        return token;
    }

    public Set<InstanceKey> keys() {
        return keys.keySet();
    }

    /** The keys with what is known of them. */
    public Map<InstanceKey, EntityKey> entityKeys() {
        return Map.copyOf(keys);
    }

    /** Whether this host holds the instance (pessimistic lock), as long as the handle is valid. */
    public boolean isHeld() {
        return handle.token().isPresent();
    }

    /**
     * Whether it may be older than what is stored, because it was loaded from the nearest copy. Then only a save, which
     * checks the revision, may decide a turn.
     */
    public boolean isStale() {
        return stale;
    }

    public void markStale() {
        stale = true;
    }

    /**
     * The time until which things are due: the clock of the node that has offered the instance may be a little ahead. It may
     * also have been offered because its holder died, long before anything is due.
     */
    public Instant notBeforeOffer(Instant now) {
        if (!offered || offeredAt == null || isTakenOver(now)) {
            return now;
        }
        return offeredAt.isAfter(now) ? offeredAt : now;
    }

    /** Whether it was offered because its holder died, and not because it is due. */
    public boolean isTakenOver(Instant now) {
        return offered && (offeredAt == null || offeredAt.isAfter(now.plus(CLOCKS_DIFFER)));
    }

    /** The type of the hosts that look after it, if this host is not one of them; blank for none, null for that of this host. */
    @Nullable
    String otherType() {
        return otherType;
    }

    void belongsTo(String type) {
        otherType = type;
    }

    /** Whether it came without a message: the store has offered it as runnable. */
    public boolean isOffered() {
        return offered;
    }

    public void offered() {
        offered = true;
    }

    /** Whether it was offered at a time at which there is nothing to do; then the time must be put right. */
    public boolean isOfferedTooEarly() {
        return offeredAt != null
                && hostState.dueAt().filter(due -> isStoredAs(offeredAt, due)).isEmpty();
    }

    /** A store keeps due times in whole milliseconds. */
    private static boolean isStoredAs(Instant stored, Instant due) {
        return Duration.between(stored, due).abs().compareTo(Duration.ofMillis(1)) < 0;
    }

    /** Whether the text a key was made from is the one that is stored with it, as far as one is. */
    public boolean hasText(CorrelationKey key) {
        EntityKey stored = keys.get(key.key());
        return stored == null || stored.text() == null || stored.text().equals(key.text());
    }

    public boolean isUnsaved() {
        return unsavedReplies > 0;
    }

    int unsavedReplies() {
        return unsavedReplies;
    }

    /** Whether the instance takes no more messages. */
    public boolean isSuspended() {
        return suspended;
    }

    public void suspended() {
        suspended = true;
    }

    /** A turn was replied to, and is saved later, with what it was part of. */
    public void replied(S next, Trace trace) {
        state = next;
        unsavedTrace = trace;
        unsavedReplies++;
    }

    /** What the last turn was part of, saved or not. */
    public Trace trace() {
        return unsavedTrace == null ? hostState.trace() : unsavedTrace;
    }

    /** The state and the bookkeeping were saved; {@code moves} says whether clients see another state now. */
    public void saved(Content<S> content, SaveReceipt receipt, boolean moves) {
        state = content.state();
        baseline = content.baseline();
        unsavedReplies = 0;
        unsavedTrace = null;
        stale = false;
        saved(content.hostState(), receipt);
        seen = moves ? receipt.revision() : seen;
    }

    /** Only what the host remembers was saved. */
    public void saved(HostState saved, SaveReceipt receipt) {
        hostState = saved;
        revision = receipt.revision();
        token = receipt.token();
    }

    public void keysChanged(Map<InstanceKey, EntityKey> all) {
        keys.clear();
        keys.putAll(all);
    }

    /** Follows a change that an administrator made while this host held the instance. */
    void reread(InstanceSnapshot snapshot) {
        revision = snapshot.revision();
        seen = SeenRevision.of(snapshot);
        token = snapshot.header().token();
    }

    @SuppressWarnings("unchecked")
    public static <S> @Nullable Resident<S> of(WorkflowDefinition<S> definition, @Nullable Resident<?> resident) {
        // Equal definitions mean equal state types.
        return resident != null && resident.definition == definition ? (Resident<S>) resident : null;
    }
}
