// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.behind.FlushMember;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two parts of a farm with write-behind that have both changed the same instances, and have both written the same database, become one
 * farm: what the merge keeps is what is in the database afterwards.
 */
final class WriteBehindMergeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final int SOME = 20;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final BehindFarm larger = new BehindFarm(database, NEVER);
    private final BehindFarm smaller = larger.apart();
    /** Both parts save them once: no number tells which got further, and the later one stays. */
    private final List<InstanceId> equal = ids();
    /** The part that is given up saves them twice. */
    private final List<InstanceId> further = ids();
    /** One part saves them twice in one hold; the part that is given up holds them three times, and saves nothing. */
    private final List<InstanceId> held = ids();
    /** The part that is given up takes their keys away, and with them rows of which none of its slots tells; the other saves more often. */
    private final Map<InstanceId, InstanceKey> keyed = new HashMap<>();

    /** One part creates them; later, the part that is given up gives their addresses as keys to instances of its own. */
    private final Map<InstanceId, InstanceId> crossed = new HashMap<>();

    WriteBehindMergeTest() {
        ids().forEach(id -> crossed.put(id, InstanceId.random()));
        ids().forEach(id -> keyed.put(id, InstanceKey.random()));
    }

    private static List<InstanceId> ids() {
        return Stream.generate(InstanceId::random).limit(SOME).toList();
    }

    @AfterEach
    void close() {
        larger.close();
        smaller.close();
        database.close();
    }

    /** A caller of one part, which has a clock of its own. All begin with the same time, and so restore the same tokens. */
    private final class Caller {

        private final ManualTime time = ManualTime.startingAt(START);
        private final HazelcastInstanceStore store;
        private final OwnerId owner;

        Caller(BehindFarm farm) {
            store = farm.start(StoreOptions.defaults().withTime(time).withLease(TIMEOUT.multipliedBy(10)));
            owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
        }

        void save(InstanceId id, String text, KeyChanges<InstanceValue> keys) {
            InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                    .replaceData(Map.of("text", InstanceValue.of(text)))
                    .keys(keys)
                    .build();
            store.execute(store.createHandle(owner, id), SaveInstance.of(changes, AfterSave.RELEASE), TIMEOUT)
                    .receiptOrThrow();
        }

        void save(Collection<InstanceId> ids, String text) {
            ids.forEach(id -> save(id, text, KeyChanges.none()));
        }

        /** Takes a hold, saves in it, and gives it back. */
        void hold(InstanceId id, String... texts) {
            InstanceHandle handle = store.createHandle(owner, id);
            store.execute(handle, LoadInstance.hold(), TIMEOUT).snapshotOrThrow();
            for (String text : texts) {
                InstanceChanges<InstanceValue> changes = InstanceChanges.data(Map.of("text", text));
                store.execute(handle, SaveInstance.of(changes, AfterSave.KEEP), TIMEOUT)
                        .receiptOrThrow();
            }
            store.execute(handle, ReleaseInstance.now(), TIMEOUT);
        }

        /** A flush would wait for what the other part got further with. */
        void writeOnce() {
            HazelcastInstance alone = smaller.running().stream()
                    .filter(member -> member.getCluster().getMembers().size() == 1)
                    .findFirst()
                    .orElseThrow();
            try {
                alone.getExecutorService(MapNames.FLUSHES)
                        .submit(new FlushMember())
                        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException failure) {
                throw new IllegalStateException(failure);
            }
        }

        String textOf(InstanceId id) {
            return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()), TIMEOUT)
                    .snapshotOrThrow()
                    .data()
                    .find("text", String.class)
                    .orElseThrow();
        }

        InstanceSnapshot find(InstanceKey key) {
            return store.execute(
                            store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.authoritative()), TIMEOUT)
                    .snapshotOrThrow();
        }
    }

    private void fill() {
        try (BehindFarm before = new BehindFarm(database, NEVER)) {
            Caller caller = new Caller(before);
            caller.save(equal, "first");
            caller.save(further, "first");
            caller.save(held, "first");
            keyed.forEach((id, key) -> caller.save(id, "first", KeyChanges.associating(key)));
        }
    }

    @Test
    void whatStaysIsInTheDatabase() {
        fill();
        Caller stays = new Caller(larger);
        larger.start(StoreOptions.defaults().withTime(stays.time));
        larger.awaitShares();
        Caller goes = new Caller(smaller);

        goes.save(further, "further");
        goes.save(further, "still further");
        keyed.forEach((id, key) -> goes.save(id, "without a key", KeyChanges.releasing(key)));
        stays.save(further, "not as far");
        stays.save(equal, "stays");
        held.forEach(id -> stays.hold(id, "one", "two"));
        stays.save(crossed.keySet(), "at the place of a claim");
        stays.save(keyed.keySet(), "one");
        stays.save(keyed.keySet(), "two");
        stays.store.flush(TIMEOUT);
        Map<SlotAddress, Slot> before = larger.rows();
        // Later than the difference of clocks that a row allows for.
        goes.time.advance(Duration.ofSeconds(10));
        goes.save(equal, "goes");
        for (int i = 0; i < 3; i++) {
            held.forEach(goes::hold);
        }
        crossed.forEach(
                (at, id) -> goes.save(id, "claims", KeyChanges.associating(new InstanceKey(at.high(), at.low()))));
        goes.store.flush(TIMEOUT);
        Map<SlotAddress, Slot> split = larger.rows();
        assertThat(equal)
                .map(SlotAddress::of)
                .allSatisfy(at -> assertThat(split.get(at).isFurtherThan(before.get(at))
                                || before.get(at).isFurtherThan(split.get(at))
                                || split.get(at).equals(before.get(at)))
                        .isFalse());
        assertThat(keyed.values()).map(SlotAddress::of).doesNotContainAnyElementsOf(split.keySet());

        larger.merge(smaller);
        stays.store.flush(TIMEOUT);

        Map<SlotAddress, Slot> slots = larger.slots();
        assertThat(slots).hasSize(7 * SOME);
        Map<SlotAddress, Slot> rows = larger.rows();
        assertThat(rows.keySet()).isEqualTo(slots.keySet());
        slots.forEach((at, slot) -> assertThat(rows.get(at)).as(at.toString()).isEqualTo(slot));
        keyed.forEach((id, key) -> assertThat(stays.find(key).id()).isEqualTo(id));
        equal.forEach(id -> assertThat(stays.textOf(id)).isEqualTo("goes"));
        held.forEach(id -> assertThat(stays.textOf(id)).isEqualTo("two"));
    }

    /** The part that is given up has moved keys to instances of its own, and taken them away when the rows were written. */
    @Test
    void whatStaysIsInTheDatabaseThoughItsRowIsLater() {
        fill();
        Caller stays = new Caller(larger);
        larger.start(StoreOptions.defaults().withTime(stays.time));
        larger.awaitShares();
        Caller goes = new Caller(smaller);

        stays.save(keyed.keySet(), "one");
        stays.save(keyed.keySet(), "two");
        stays.store.flush(TIMEOUT);
        goes.time.advance(Duration.ofSeconds(10));
        Map<InstanceId, InstanceKey> borrowed = new HashMap<>();
        keyed.forEach((id, key) -> {
            goes.save(id, "without a key", KeyChanges.releasing(key));
            InstanceId other = InstanceId.random();
            borrowed.put(other, key);
            goes.save(other, "with its key", KeyChanges.associating(key));
        });
        goes.writeOnce();
        borrowed.forEach((id, key) -> goes.save(id, "without", KeyChanges.releasing(key)));
        stays.time.advance(Duration.ofSeconds(20));

        larger.merge(smaller);
        stays.store.flush(TIMEOUT);

        assertThat(larger.rows()).isEqualTo(larger.slots());
        keyed.forEach((id, key) -> assertThat(stays.find(key).id()).isEqualTo(id));
    }
}
