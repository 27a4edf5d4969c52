// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static dev.rehydrate.command.condition.Columns.DUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.StoreCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers of a whole farm are often for the same moment, such as midnight. */
@DisplayName("a list by due time of instances that are due at the same moment")
class EqualMomentsTest {

    private static final int INSTANCES = 1200;
    private static final int PAGE = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SCHEMA = "moments";
    private static final Instant MIDNIGHT = Instant.parse("2030-01-01T00:00:00Z");

    private static int mostRows(String plan) {
        return largest("actual rows=(\\d+)", plan);
    }

    private static int passedOver(String plan) {
        return largest("Rows Removed by Filter: (\\d+)", plan);
    }

    private static int largest(String number, String plan) {
        return Pattern.compile(number)
                .matcher(plan)
                .results()
                .mapToInt(step -> Integer.parseInt(step.group(1)))
                .max()
                .orElse(0);
    }

    @ParameterizedTest(name = "latest first: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("reads the length of a page for each, and lists each once")
    void readsItsLength(boolean descending) {
        ExplainingDataSource source = new ExplainingDataSource(TestDatabase.POSTGRESQL.dataSource());
        JdbcStoreOptions options =
                JdbcStoreOptions.of(source.dataSource()).withSchema(SCHEMA).allowingNotDurable();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            List<StoreCommands.Item<SaveOutcome>> all = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                all.add(new StoreCommands.Item<>(
                        InstanceId.random(),
                        CreateInstance.of(
                                InstanceChanges.builder().dueAt(MIDNIGHT).build(), AfterSave.RELEASE)));
            }
            store.commands().withTimeout(TIMEOUT).executeAll(all).join().forEach(StoreCommands.ItemOutcome::orThrow);
            TestDatabase.POSTGRESQL.execute("analyze " + SCHEMA + ".slot");
            source.plans();

            Set<InstanceId> listed = new HashSet<>();
            Optional<InstanceQuery> next = Optional.of(InstanceQuery.builder()
                    .where(DUE.exists())
                    .sortBy(DUE, descending)
                    .page(0, PAGE)
                    .uncounted()
                    .build());
            while (next.isPresent()) {
                InstancePage page = store.commands().execute(QueryInstances.of(next.get()));
                page.entries()
                        .forEach(each ->
                                assertThat(listed.add(each.header().id())).isTrue());
                assertThat(source.plans()).allSatisfy(plan -> {
                    assertThat(passedOver(plan)).as(plan).isLessThanOrEqualTo(PAGE);
                    assertThat(mostRows(plan)).as(plan).isLessThanOrEqualTo(2 * PAGE);
                });
                next = next.get().following(page);
            }
            assertThat(listed).hasSize(INSTANCES);
        } finally {
            TestDatabase.POSTGRESQL.execute("drop schema " + SCHEMA + " cascade");
        }
    }
}
