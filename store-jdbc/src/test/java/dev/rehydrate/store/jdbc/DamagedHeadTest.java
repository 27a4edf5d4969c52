// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.InstancePage.Entry;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.SlotScans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A row that cannot be read hides itself and no other instance. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("pages over rows that cannot be read")
class DamagedHeadTest {

    private static final int INSTANCES = 20;
    private static final int PAGE = 3;

    private final TestDatabase database;
    private final JdbcInstanceStore store;
    private final Set<InstanceId> readable = new HashSet<>();

    DamagedHeadTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        store = JdbcInstanceStore.open(database.options());
    }

    @BeforeEach
    void fillAndDamage() {
        for (int i = 0; i < INSTANCES; i++) {
            InstanceId id = InstanceId.random();
            InstanceChanges.Builder first = InstanceChanges.builder();
            if (i % 4 != 0) {
                first.replaceData(Map.of("n", InstanceValue.of(i / 8).with(InstanceValue.Option.PROMOTED)));
            }
            store.commands()
                    .executeAll(
                            List.of(new StoreCommands.Item<>(id, CreateInstance.of(first.build(), AfterSave.RELEASE))))
                    .join()
                    .forEach(StoreCommands.ItemOutcome::orThrow);
            if (i % 5 < 2) {
                readable.add(id);
            } else {
                database.execute(
                        "update rehydrate.slot set head = substring(head from 1 for 9) where address = '" + id + "'");
            }
        }
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private void assertAllAreListed(InstanceQuery.Builder query) {
        List<InstanceId> listed = new ArrayList<>();
        List<InstancePage> pages = new ArrayList<>();
        Optional<InstanceQuery> next =
                Optional.of(query.page(0, PAGE).uncounted().build());
        while (next.isPresent()) {
            InstancePage page = store.commands().execute(QueryInstances.of(next.orElseThrow()));
            pages.add(page);
            page.entries().stream().map(Entry::header).forEach(header -> listed.add(header.id()));
            next = next.orElseThrow().following(page);
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(readable);
        assertThat(pages.stream().map(InstancePage::gap).filter(Objects::nonNull))
                .isNotEmpty()
                .allSatisfy(gap -> {
                    assertThat(gap).startsWith("not listed, because of rows that cannot be read: ");
                    assertThat(readable).noneMatch(id -> gap.contains(id.toString()));
                });
    }

    @Test
    @DisplayName("go on behind them in the order of ids")
    void byId() {
        assertAllAreListed(InstanceQuery.builder());
    }

    @Test
    @DisplayName("go on behind them in the order of a value, among equal ones, and among those that lack it")
    void byValue() {
        assertAllAreListed(InstanceQuery.builder().sortBy("n", false));
        assertAllAreListed(InstanceQuery.builder().sortBy("n", true).withAllValues());
    }

    @Test
    @DisplayName("pass over as many rows as the offset says")
    void withAnOffset() {
        var page = store.commands()
                .execute(QueryInstances.of(
                        InstanceQuery.builder().page(INSTANCES / 2, INSTANCES).build()));

        assertThat(page.entries()).hasSizeBetween(1, readable.size());
    }

    @Test
    @DisplayName("count them, and say which they are")
    void whole() {
        InstancePage page = store.commands()
                .execute(QueryInstances.of(
                        InstanceQuery.builder().page(0, INSTANCES).build()));

        assertThat(page.entries()).hasSameSizeAs(readable);
        assertThat(page.total()).isEqualTo(INSTANCES);
        assertThat(page.gap()).endsWith(" and " + (INSTANCES - readable.size() - 3) + " others; a load says why");
        assertThat(store.commands().count(InstanceQuery.builder().build())).isEqualTo(INSTANCES);
    }

    @Test
    @DisplayName(
            "know who holds them: the record of that owner, by which they are found when they can be read again, stays")
    void held() {
        OwnerId owner = store.execute(store.createHandle(), CreateOwner.anonymous(), Duration.ofSeconds(10));
        InstanceId id = InstanceId.random();
        store.execute(
                store.createHandle(owner, id),
                CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.KEEP),
                Duration.ofSeconds(10));
        database.execute("update rehydrate.slot set head = substring(head from 1 for 9) where address = '" + id + "'");

        try (Database rows = Database.open(database.options())) {
            SlotScans scans = new SlotScans(rows);
            assertThat(scans.find(new SlotScan.HeldBy(owner), store.now(), 1)).hasSize(1);
            assertThat(scans.find(new SlotScan.HeldBy(OwnerId.random()), store.now(), 1))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("do not say that there is none if only such a one may be the one")
    void existing() {
        readable.forEach(id -> store.commands().execute(id, DeleteInstance.now()));

        assertThatThrownBy(() -> store.commands().exists(InstanceQuery.builder().build()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("cannot be read");
        assertThat(store.commands()
                        .exists(InstanceQuery.builder().ofDefinition("none").build()))
                .isFalse();
    }
}
