// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.jdbc.drill.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The database of a farm takes nothing, or not all, or is slow or silent, while the farm works. */
final class WriteBehindTroubleTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration DELAY = Duration.ofMillis(100);
    /** 20 s of patience, and what is given up after a silence or a connect timeout on the way. */
    private static final Duration LONGEST_END = Duration.ofSeconds(60);

    private static final int SOME = 300;
    private static final long CONNECT_MILLIS = 5_000;

    private static PostgresServer server;

    private HikariDataSource database;
    private BehindFarm farm;
    private HazelcastInstanceStore store;
    private OwnerId owner;
    private int promoted = 1;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.in(PostgresServer.emptied(Path.of("target", "tmp", "behind-trouble")));
        server.execute(
                "create role app login",
                "grant create on database postgres to app",
                "grant execute on function pg_control_system() to app");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        database = Pools.of(server.url(), "app");
        database.setConnectionTimeout(CONNECT_MILLIS);
        farm = new BehindFarm(database, DELAY);
        store = farm.start();
        owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    @AfterEach
    void close() {
        farm.close();
        database.close();
        server.execute(
                "alter system reset default_transaction_read_only",
                "select pg_reload_conf()",
                "drop schema rehydrate cascade");
    }

    private void create(InstanceId id) {
        store.execute(
                        store.createHandle(owner, id),
                        CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE),
                        TIMEOUT)
                .receiptOrThrow();
    }

    private static SaveInstance change(KeyChanges<InstanceValue> keys) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("n", InstanceValue.of(2)))
                .keys(keys)
                .build();
        return new SaveInstance(CommandId.random(), changes, Expected.any(), AfterSave.RELEASE);
    }

    private void save(InstanceId id, SaveInstance save) {
        store.execute(store.createHandle(owner, id), save, TIMEOUT).receiptOrThrow();
    }

    /** An instance that stays, one that is completed, a key that moves from this to that, and a save that is repeated late. */
    private void work(InstanceId stays, InstanceId completes, InstanceKey moves) {
        SaveInstance repeated = change(KeyChanges.associating(moves));
        save(completes, change(KeyChanges.releasing(moves)));
        save(stays, repeated);
        store.execute(store.createHandle(owner, completes), CompleteInstance.now(), TIMEOUT)
                .receiptOrThrow();
        save(stays, repeated);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alter system set default_transaction_read_only = on | alter system reset default_transaction_read_only | read-only",
                "revoke insert, update, delete on rehydrate.slot from app | grant all on rehydrate.slot to app | permission denied",
                "revoke select on rehydrate.slot_value from app | grant all on rehydrate.slot_value to app | permission denied",
            })
    void whatTheDatabaseDoesNotTakeIsToldAndIsWrittenWhenItDoes(String begins, String ends, String why) {
        InstanceId stays = InstanceId.random();
        InstanceId completes = InstanceId.random();
        InstanceKey moves = InstanceKey.random();
        create(stays);
        create(completes);
        save(completes, change(KeyChanges.associating(moves)));
        store.flush(TIMEOUT);
        server.execute(begins, "select pg_reload_conf()");
        work(stays, completes, moves);
        store.execute(
                        store.createHandle(owner, InstanceId.random()),
                        CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.KEEP),
                        TIMEOUT)
                .receiptOrThrow();

        awaitHealth(why);
        assertThatThrownBy(() -> store.flush(SHORT)).isInstanceOf(IllegalStateException.class);

        server.execute(ends, "select pg_reload_conf()");
        store.flush(TIMEOUT);
        assertThat(farm.rows()).containsAllEntriesOf(farm.slots());
        assertThat(health()).doesNotContain(why);
    }

    /** It is not a matter of one slot, and to try each alone would keep the farm and the database busy. */
    @Test
    void aMissingRightIsNotTriedForEachSlotAlone() throws IOException {
        server.execute("revoke insert, update, delete on rehydrate.slot from app");
        for (int i = 0; i < SOME; i++) {
            create(InstanceId.random());
        }
        awaitHealth(SOME + " changed instances");
        awaitHealth("permission denied");
        long before = refusals();
        assertThatThrownBy(() -> store.flush(SHORT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("permission denied");

        assertThat(health()).contains("could not be written to the database since");
        assertThat(refusals() - before).isLessThan(SOME);

        server.execute("grant all on rehydrate.slot to app");
        store.flush(TIMEOUT);
        assertThat(farm.rows()).isEqualTo(farm.slots());
    }

    private static long refusals() throws IOException {
        try (Stream<String> lines = Files.lines(server.log())) {
            return lines.filter(line -> line.contains("permission denied")).count();
        }
    }

    private void awaitHealth(String what) {
        Awaitility.await().atMost(TIMEOUT).until(() -> health().contains(what));
    }

    private String health() {
        return store.health()
                .orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .join()
                .reasons()
                .toString();
    }

    @Test
    void allButARowThatViolatesACheckIsWritten() {
        InstanceId stays = InstanceId.random();
        InstanceId completes = InstanceId.random();
        InstanceId poison = InstanceId.random();
        InstanceKey moves = InstanceKey.random();
        UUID address = new UUID(poison.high(), poison.low());
        server.execute("alter table rehydrate.slot add constraint poison check (address <> '" + address + "')");
        create(stays);
        create(completes);
        create(poison);
        save(completes, change(KeyChanges.associating(moves)));
        work(stays, completes, moves);
        for (int i = 0; i < 200; i++) {
            create(InstanceId.random());
        }

        awaitHealth("poison");
        assertThatThrownBy(() -> store.flush(SHORT)).isInstanceOf(IllegalStateException.class);
        Map<SlotAddress, Slot> expected = new HashMap<>(farm.slots());
        expected.remove(SlotAddress.of(poison));
        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(farm.rows()).isEqualTo(expected));

        server.execute("alter table rehydrate.slot drop constraint poison");
        store.flush(TIMEOUT);
        assertThat(farm.rows()).isEqualTo(farm.slots());
    }

    /** One that goes on, one that ends, and one whose key goes to another instance, while the database takes none of them. */
    @Test
    void whatChangesWhileItIsRefusedIsWrittenAsItIsByThen() {
        InstanceId goesOn = InstanceId.random();
        InstanceId ends = InstanceId.random();
        InstanceId gives = InstanceId.random();
        InstanceId takes = InstanceId.random();
        InstanceKey moves = InstanceKey.random();
        List.of(goesOn, ends, gives, takes).forEach(this::create);
        save(gives, change(KeyChanges.associating(moves)));
        store.flush(TIMEOUT);
        String refused = Stream.of(goesOn, ends, gives)
                .map(id -> "'" + new UUID(id.high(), id.low()) + "'")
                .collect(Collectors.joining(", "));
        server.execute(
                "alter table rehydrate.slot add constraint poison check (address not in (" + refused + ")) not valid");
        List.of(goesOn, ends, gives).forEach(id -> save(id, change(KeyChanges.none())));
        awaitHealth("3 changed instances or keys are in memory only");

        save(goesOn, change(KeyChanges.associating(InstanceKey.random())));
        store.execute(store.createHandle(owner, ends), CompleteInstance.now(), TIMEOUT)
                .receiptOrThrow();
        save(gives, change(KeyChanges.releasing(moves)));
        save(takes, change(KeyChanges.associating(moves)));
        assertThatThrownBy(() -> store.flush(SHORT)).isInstanceOf(IllegalStateException.class);
        awaitHealth("poison");
        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(farm.rows().get(SlotAddress.of(takes)))
                        .isEqualTo(farm.slots().get(SlotAddress.of(takes))));

        server.execute("alter table rehydrate.slot drop constraint poison");
        store.flush(TIMEOUT);
        assertThat(farm.rows()).isEqualTo(farm.slots());
        assertThat(health()).doesNotContain("poison");
    }

    @Test
    void aSlowDatabaseGetsAll() {
        server.execute(
                "create function rehydrate.slow() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end'",
                "create trigger slow before insert or update on rehydrate.slot for each statement execute function rehydrate.slow()");
        InstanceId stays = InstanceId.random();
        InstanceId completes = InstanceId.random();
        InstanceKey moves = InstanceKey.random();
        create(stays);
        create(completes);
        save(completes, change(KeyChanges.associating(moves)));
        work(stays, completes, moves);

        store.flush(TIMEOUT);

        assertThat(farm.rows()).isEqualTo(farm.slots());
    }

    @Test
    void theLastMemberEndsAlthoughTheDatabaseIsSilent() {
        create(InstanceId.random());
        store.flush(TIMEOUT);
        create(InstanceId.random());
        server.silence();
        try {
            CompletableFuture<Void> ended =
                    CompletableFuture.runAsync(farm::close, task -> new Thread(task, "end").start());

            assertThat(ended).succeedsWithin(LONGEST_END);
        } finally {
            server.resume();
        }
    }

    @Test
    void oneLockedRowDoesNotKeepTheOthersOut() throws Exception {
        InstanceId locked = InstanceId.random();
        create(locked);
        store.flush(TIMEOUT);
        try (var other = server.connect();
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select 1 from rehydrate.slot for update");
            save(locked, change(KeyChanges.associating(InstanceKey.random())));
            List<InstanceId> others = List.of(InstanceId.random(), InstanceId.random(), InstanceId.random());
            others.forEach(this::create);

            awaitHealth("lock");
            assertThatThrownBy(() -> store.flush(SHORT)).isInstanceOf(IllegalStateException.class);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(farm.rows().keySet())
                            .containsAll(others.stream().map(SlotAddress::of).toList()));
            other.rollback();
        }
        store.flush(TIMEOUT);
        assertThat(farm.rows()).isEqualTo(farm.slots());
    }

    /** Nothing can be left out: no row of the slot that waits is locked, or all are. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock table rehydrate.slot in exclusive mode",
                "lock table rehydrate.promoted in access exclusive mode",
                "insert into rehydrate.slot (address, version, head, suspended)"
                        + " values ('00000000-0000-0001-0000-000000000001', 1, '', false)"
            })
    void aLockThatKeepsAllOutIsNamedInTheErrorOfAFlushAndInHealth(String locks) throws Exception {
        InstanceId others = InstanceId.random();
        try (var other = server.connect();
                var statement = other.createStatement()) {
            statement.execute("set application_name = 'forgotten client'");
            other.setAutoCommit(false);
            statement.execute(locks);
            create(new InstanceId(1, 1));
            create(others);
            promote(others);

            assertThatThrownBy(() -> store.flush(SHORT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("forgotten client");
            awaitHealth("forgotten client");
            other.rollback();
        }
        store.flush(TIMEOUT);
        assertThat(farm.rows()).isEqualTo(farm.slots());
    }

    @ParameterizedTest
    @ValueSource(strings = {"slot_value", "promoted"})
    void oneLockedRowOfAValueDoesNotKeepTheOthersOut(String table) throws Exception {
        InstanceId locked = InstanceId.random();
        create(locked);
        promote(locked);
        store.flush(TIMEOUT);
        try (var other = server.connect();
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select 1 from rehydrate." + table + " where address = '"
                    + new UUID(locked.high(), locked.low()) + "' for update");
            promote(locked);
            InstanceId free = InstanceId.random();
            create(free);

            awaitHealth("lock");
            assertThatThrownBy(() -> store.flush(SHORT)).isInstanceOf(IllegalStateException.class);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(farm.rows()).containsKey(SlotAddress.of(free)));
            other.rollback();
        }
        store.flush(TIMEOUT);
        assertThat(farm.rows()).isEqualTo(farm.slots());
    }

    private void promote(InstanceId id) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("n", InstanceValue.of(promoted++).with(InstanceValue.Option.PROMOTED)))
                .build();
        save(id, new SaveInstance(CommandId.random(), changes, Expected.any(), AfterSave.RELEASE));
    }
}
