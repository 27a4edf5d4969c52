// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DEFINITION;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.HOLDER;
import static dev.rehydrate.command.condition.Columns.SUSPENDED;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The usual queries use an index of PostgreSQL, and none reads a whole table. */
@DisplayName("PostgreSQL answers")
final class QueryPlanTest {

    private static final int INSTANCES = 4000;
    private static final int PAGE = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SCHEMA = "plans";
    private static final Instant DAY = Instant.parse("2030-01-01T00:00:00Z");
    private static final ExplainingDataSource SOURCE = new ExplainingDataSource(TestDatabase.POSTGRESQL.dataSource());

    private static JdbcInstanceStore store;
    private static OwnerId owner;

    @BeforeAll
    static void fill() throws InterruptedException {
        store = JdbcInstanceStore.open(
                JdbcStoreOptions.of(SOURCE.dataSource()).withSchema(SCHEMA).allowingNotDurable());
        List<StoreCommands.Item<SaveOutcome>> all = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            all.add(new StoreCommands.Item<>(InstanceId.random(), CreateInstance.of(changes(i), AfterSave.RELEASE)));
        }
        store.commands().withTimeout(TIMEOUT).executeAll(all).join().forEach(StoreCommands.ItemOutcome::orThrow);
        InstanceHandle handle = store.createHandle();
        owner = store.execute(handle, new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
        InstanceId held = all.get(0).instance();
        store.execute(store.createHandle(owner, held), LoadInstance.of(LoadMode.hold()), TIMEOUT)
                .snapshotOrThrow();
        TestDatabase.POSTGRESQL.execute("analyze " + SCHEMA + ".slot");
        TestDatabase.POSTGRESQL.execute("analyze " + SCHEMA + ".promoted");
        SOURCE.plans();
    }

    private static InstanceChanges<InstanceValue> changes(int number) {
        InstanceChanges.Builder changes = InstanceChanges.builder()
                .replaceData(Map.of(
                        "n", InstanceValue.of(number).with(Option.PROMOTED),
                        "kind", InstanceValue.of("kind " + number % 2).with(Option.PROMOTED),
                        "author", InstanceValue.of("author " + number % 500).with(Option.PROMOTED)))
                .dueAt(DAY.plusSeconds(number));
        if (number % 400 == 0) {
            changes.suspend("x", null);
            changes.definition(DefinitionIdentity.of("rare", "1"));
        }
        return changes.build();
    }

    @AfterAll
    static void close() {
        store.close();
        TestDatabase.POSTGRESQL.execute("drop schema " + SCHEMA + " cascade");
    }

    private static InstancePage page(InstanceQuery.Builder query) {
        return store.commands().execute(QueryInstances.of(query.uncounted().build()));
    }

    private static void uses(InstanceQuery.Builder query, int found, String... indexes) {
        assertThat(page(query).entries()).hasSize(found);
        List<String> plans = SOURCE.plans();
        assertThat(plans).isNotEmpty();
        for (String plan : plans) {
            assertThat(plan).contains(indexes).doesNotContain("Seq Scan");
        }
    }

    private static void uses(Condition condition, int found, String... indexes) {
        uses(InstanceQuery.builder().where(condition), found, indexes);
    }

    @Test
    void anEqualityAnInAndARangeOfAPromotedValueByItsIndex() {
        uses(promoted("author").equalTo("author 7"), 8, "promoted_rank");
        uses(promoted("n").in(7, 8, 9), 3, "promoted_rank");
        uses(promoted("n").between(10, 19), 10, "promoted_rank");
    }

    @Test
    void aPageSortedByAPromotedValueByItsIndex() {
        uses(InstanceQuery.builder().sortBy("n", true), 50, "promoted_rank");
        uses(InstanceQuery.builder().where(promoted("n").lessThan(100)).sortBy("n", true), 50, "promoted_rank");
    }

    /** Half of the instances have the same value. */
    private static void readsItsLength(InstanceQuery.Builder query) {
        InstanceQuery next = query.uncounted().build();
        for (int page = 0; page < 30; page++) {
            InstancePage found = store.commands().execute(QueryInstances.of(next));
            assertThat(found.entries()).hasSize(PAGE);
            assertThat(SOURCE.plans())
                    .singleElement()
                    .satisfies(plan ->
                            assertThat(mostPromotedRowsOfAStep(plan)).as(plan).isLessThanOrEqualTo(3 * PAGE));
            next = next.following(found).orElseThrow();
        }
    }

    private static int mostPromotedRowsOfAStep(String plan) {
        return Pattern.compile("on promoted .*actual rows=(\\d+) loops=(\\d+)")
                .matcher(plan)
                .results()
                .mapToInt(step -> Integer.parseInt(step.group(1)) * Integer.parseInt(step.group(2)))
                .max()
                .orElseThrow();
    }

    @Test
    void aPageInTheMiddleOfEqualValuesByReadingItsLength() {
        readsItsLength(InstanceQuery.builder().sortBy("kind", false));
        readsItsLength(InstanceQuery.builder().sortBy("kind", true));
        readsItsLength(InstanceQuery.builder().where(promoted("kind").equalTo("kind 1")));
        readsItsLength(InstanceQuery.builder()
                .where(promoted("kind").equalTo("kind 1"))
                .sortBy("kind", true));
    }

    @Test
    void aRangeOfDueTimesAndOfBeginningsByTheirIndexes() {
        uses(DUE.between(DAY, DAY.plusSeconds(9)), 10, "slot_timer");
        uses(CREATED.lessThan(Instant.EPOCH), 0, "slot_created");
    }

    @Test
    void whatIsSuspendedHeldOrOfARareDefinitionByTheirIndexes() {
        uses(SUSPENDED.equalTo(true), 10, "slot_suspended");
        uses(HOLDER.equalTo(owner), 1, "slot_holder");
        uses(DEFINITION.equalTo("rare"), 10, "slot_definition");
    }

    @Test
    void anOrByTheIndexesOfItsBranches() {
        uses(promoted("n").equalTo(7).or(HOLDER.equalTo(owner)), 2, "promoted_rank", "slot_holder");
        uses(promoted("n").equalTo(7).or(promoted("author").equalTo("author 9").and(DUE.exists())), 9, "promoted_rank");
    }

    @Test
    void aPageThatGoesOnAndHasValuesByTheKeyOfTheTable() {
        InstanceQuery.Builder query = InstanceQuery.builder().withValues("n").page(0, 10);
        InstancePage first = page(query);
        SOURCE.plans();

        InstanceQuery next = query.uncounted().build().following(first).orElseThrow();
        assertThat(store.commands().execute(QueryInstances.of(next)).entries()).hasSize(10);

        assertThat(SOURCE.plans())
                .singleElement()
                .satisfies(plan -> assertThat(plan)
                        .contains("slot_pkey", "slot_value_pkey")
                        .doesNotContain("Seq Scan"));
    }
}
