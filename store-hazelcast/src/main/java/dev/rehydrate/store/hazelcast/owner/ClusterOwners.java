// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.call.AsyncCalls;
import dev.rehydrate.store.hazelcast.call.EntryCalls;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The table of owners, as the cluster keeps it. */
public final class ClusterOwners {

    private static final String ALL = "owners";
    /** The member of an owner that has ended with the farm before. */
    private static final UUID NOWHERE = new UUID(0, 0);

    private final AsyncCalls calls;
    private final AsyncCalls beats;
    private final IMap<String, OwnerTable> tables;
    private final EntryCalls<String, OwnerTable> entries;
    private final Supplier<UUID> self;

    /**
     * Opens the table.
     *
     * @param calls makes all calls but those of heartbeats
     * @param beats makes the calls of heartbeats
     * @param hazelcast the member or client in which the owners of this process live
     */
    public ClusterOwners(AsyncCalls calls, AsyncCalls beats, HazelcastInstance hazelcast) {
        this.calls = calls;
        this.beats = beats;
        this.tables = hazelcast.getMap(MapNames.OWNERS);
        this.entries = EntryCalls.on(hazelcast, tables);
        // A member that comes back from a partition goes by another id than before.
        this.self = () -> hazelcast.getLocalEndpoint().getUuid();
    }

    /**
     * Lets owners count as expired of which nothing but their holds tells: no search would look for what they held. Those that are known stay
     * as they are. Waits for the cluster.
     */
    public static void expireUnknown(HazelcastInstance member, Set<OwnerId> owners) {
        IMap<String, OwnerTable> tables = member.getMap(MapNames.OWNERS);
        owners.forEach(owner -> {
            OwnerRecord ended = new OwnerRecord(owner, OwnerDescription.anonymous(), Duration.ZERO, 0);
            tables.executeOnKey(ALL, ChangeOwners.addIfUnknown(new OwnerTable.Entry(ended, NOWHERE)));
        });
    }

    public CompletionStage<Void> add(OwnerRecord owner) {
        return change(() -> ChangeOwners.add(new OwnerTable.Entry(owner, self.get())))
                .thenApply(changed -> null);
    }

    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return change(() -> ChangeOwners.beat(owner, beat)).thenApply(changed -> changed > 0);
    }

    public CompletionStage<Void> expire(OwnerId owner) {
        return change(() -> ChangeOwners.expire(owner)).thenApply(changed -> null);
    }

    public CompletionStage<Void> retire(OwnerId owner) {
        return change(() -> ChangeOwners.retire(owner)).thenApply(changed -> null);
    }

    public CompletionStage<Void> remove(OwnerId owner) {
        return change(() -> ChangeOwners.remove(owner)).thenApply(changed -> null);
    }

    public CompletionStage<Integer> expireAllOf(UUID member) {
        return change(() -> ChangeOwners.expireAllOf(member));
    }

    public CompletionStage<Map<OwnerId, OwnerRecord>> all() {
        return calls.<Object, Map<OwnerId, OwnerRecord>>send(this::stored, ClusterOwners::records, "owners", false);
    }

    public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long known) {
        return calls.send(
                () -> entries.send(ALL, new ReadOwners(watched, known)), sent -> told(reading(sent)), "owners", false);
    }

    /** One operation where the table is; its answer is small, however many owners there are. */
    public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beaten, Set<OwnerId> watched, long known) {
        return beats.send(
                () -> entries.send(ALL, new BeatAndRead(beaten, watched, known)),
                sent -> {
                    OwnerReading reading = reading(sent);
                    return new BeatAnswer(reading.refused(), told(reading));
                },
                "owners",
                true);
    }

    private OwnerReading reading(@Nullable Object sent) {
        return (OwnerReading) Objects.requireNonNull(entries.read(sent));
    }

    private static OwnerNews told(OwnerReading reading) {
        OwnerNews news = reading.news();
        if (news == null) {
            throw corrupt("not a table");
        }
        return news;
    }

    /** The change is made where it is sent, for who this process is can be asked only while it has a member or client. */
    private CompletionStage<Integer> change(Supplier<ChangeOwners> change) {
        return calls.send(() -> entries.send(ALL, change.get()), sent -> counted(entries.read(sent)), "owners", true);
    }

    /** A foreign entry under this name is not a table; a cast would fail in a thread of the engine. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private CompletionStage<Object> stored() {
        return ((IMap) tables).getAsync(ALL);
    }

    private static int counted(@Nullable Object answer) {
        int changed = (Integer) Objects.requireNonNull(answer);
        if (changed == ChangeOwners.NO_TABLE) {
            throw corrupt("not a table");
        }
        return changed;
    }

    private static Map<OwnerId, OwnerRecord> records(@Nullable Object stored) {
        if (stored != null && !(stored instanceof OwnerTable)) {
            throw corrupt(stored.getClass().getName());
        }
        return stored == null ? Map.of() : ((OwnerTable) stored).records();
    }

    private static StorageException corrupt(String found) {
        return StorageException.corrupt(
                "the table of owners in the map " + MapNames.OWNERS
                        + " is something that no store has written, and is left as it is: " + found,
                null);
    }
}
