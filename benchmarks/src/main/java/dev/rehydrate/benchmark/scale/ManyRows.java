// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.farm.Residents;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.store.StoreCommands.Item;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Instances with a home key, a customer that ten of them have, and one of five statuses. */
final class ManyRows {

    static final String CUSTOMER = "customer";
    static final String STATUS = "status";
    static final int OF_A_CUSTOMER = 10;

    private static final int STATUSES = 5;
    private static final int BATCH = 500;
    private static final int BATCHES_AT_ONCE = 4;
    private static final int BYTES = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private ManyRows() {}

    /**
     * Creates the instances by a store, which does not force the disk meanwhile, and then has PostgreSQL look at its tables, as it
     * does by itself after a while.
     *
     * @param url the database
     * @param schema where the tables go
     * @param count how many instances
     */
    static void fill(String url, String schema, int count) {
        JdbcStoreOptions options = JdbcStoreOptions.of(url + "&options=-c%20synchronous_commit=off", "postgres", "")
                .withSchema(schema)
                .withLanes(2, 0)
                .allowingNotDurable();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            StoreCommands commands = store.commands().withTimeout(PATIENCE);
            Thread[] threads = IntStream.range(0, BATCHES_AT_ONCE)
                    .mapToObj(number -> new Thread(() -> create(commands, count, number)))
                    .toArray(Thread[]::new);
            for (Thread each : threads) {
                each.start();
            }
            for (Thread each : threads) {
                each.join(PATIENCE.toMillis());
            }
            requireFilled(commands, count);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the tables are filled", stop);
        }
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement()) {
            for (String table : List.of("slot", "slot_value", "promoted")) {
                statement.execute("vacuum analyze " + schema + "." + table);
            }
            statement.execute("checkpoint");
        } catch (SQLException failed) {
            throw new IllegalStateException("the tables cannot be prepared", failed);
        }
    }

    private static void requireFilled(StoreCommands commands, int count) {
        long there = commands.count(InstanceQuery.builder().build());
        if (there != count) {
            throw new IllegalStateException(there + " instances instead of " + count);
        }
    }

    private static void create(StoreCommands commands, int count, int thread) {
        for (int first = thread * BATCH; first < count; first += BATCHES_AT_ONCE * BATCH) {
            List<Item<SaveOutcome>> batch = IntStream.range(first, Math.min(count, first + BATCH))
                    .mapToObj(number -> new Item<>(
                            InstanceId.atHomeOf(key(number)), CreateInstance.of(content(number), AfterSave.RELEASE)))
                    .toList();
            commands.executeAll(batch).join().forEach(StoreCommands.ItemOutcome::orThrow);
        }
    }

    static InstanceKey key(int number) {
        return Residents.homeKey(number);
    }

    static String customer(int number) {
        return "customer " + number / OF_A_CUSTOMER;
    }

    static String status(int number) {
        return "status " + number % STATUSES;
    }

    private static InstanceChanges<InstanceValue> content(int number) {
        return InstanceChanges.builder()
                .replaceData(Map.of(
                        CUSTOMER,
                        InstanceValue.of(customer(number)).with(InstanceValue.Option.PROMOTED),
                        STATUS,
                        InstanceValue.of(status(number)).with(InstanceValue.Option.PROMOTED),
                        "state",
                        InstanceValue.of(new byte[BYTES])))
                .keys(KeyChanges.associating(key(number)))
                .build();
    }
}
