// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.SUSPENDED;
import static dev.rehydrate.command.condition.Columns.UPDATED;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines that the page about queries shows, compiled and run. */
final class QueryExampleTest {

    @Test
    void aListIsShownWithoutLoadingItsInstances() {
        ValueEncoding json = ValueEncoding.with(JacksonCodec.builder().build());
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults().withValues(json));
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        List<String> lines = new ArrayList<>();
        order(store, "Anna", now.minusSeconds(1), 5);
        order(store, "Olga", now.plusSeconds(1), 7);
        order(store, "Ivan", now.minusSeconds(1), 9);
        // snippet:begin
        InstanceQuery dueOrStuck = InstanceQuery.builder()
                .ofDefinition("Order")
                .where(promoted("author").in("Anna", "Olga"))
                .where(DUE.lessThan(now).or(SUSPENDED.equalTo(true)))
                .sortBy("total", true)
                .page(0, 20)
                .withValues("address")
                .uncounted()
                .build();
        InstancePage page = store.commands().execute(QueryInstances.of(dueOrStuck));
        for (InstancePage.Entry each : page.entries()) {
            lines.add(each.promoted().get("author") + ": " + each.data().get("address", String.class));
        }
        Optional<InstanceQuery> next = dueOrStuck.following(page); // empty if the page was not full
        // snippet:end
        assertThat(lines).containsExactly("Anna: Lane 5");
        assertThat(next).isEmpty();
        assertThat(store.commands().count(dueOrStuck)).isEqualTo(1);
        assertThat(store.commands().exists(dueOrStuck)).isTrue();
        store.close();
    }

    @Test
    void whatHasNotChangedForLongIsFoundAmongWhatIsOld() {
        ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults().withTime(time));
        order(store, "Anna", time.instant(), 5);
        time.advance(Duration.ofDays(40));
        order(store, "Olga", time.instant(), 7);
        Instant monthAgo = time.instant().minus(Duration.ofDays(30));
        // snippet:begin
        InstanceQuery unchangedForAMonth = InstanceQuery.builder()
                .where(UPDATED.lessThan(monthAgo))
                .where(CREATED.lessThan(monthAgo))
                .build();
        // snippet:end
        InstancePage page = store.commands().execute(QueryInstances.of(unchangedForAMonth));
        assertThat(page.entries())
                .singleElement()
                .satisfies(each -> assertThat(each.promoted().get("author")).hasToString("Anna"));
        store.close();
    }

    private static void order(InstanceStore store, String author, Instant due, int total) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of(
                        "author", InstanceValue.of(author).with(Option.PROMOTED),
                        "total", InstanceValue.of(total).with(Option.PROMOTED),
                        "address", InstanceValue.of("Lane " + total)))
                .definition(DefinitionIdentity.of("Order", "1"))
                .dueAt(due)
                .build();
        store.commands()
                .execute(InstanceId.random(), CreateInstance.of(changes, AfterSave.RELEASE))
                .receiptOrThrow();
    }

    @Test
    void thePageShowsTheseVeryLines() throws IOException {
        String own = Files.readString(Path.of("src/test/java/dev/rehydrate/store/memory/QueryExampleTest.java"));
        List<String> snippets = Pattern.compile("(?s)        // snippet:begin\n(.*?)        // snippet:end")
                .matcher(own)
                .results()
                .map(found -> found.group(1).stripTrailing().stripIndent() + "\n```")
                .toList();

        String page = Files.readString(Path.of("..", "docs", "queries.md"));

        assertThat(snippets).hasSize(2).allSatisfy(snippet -> assertThat(page).contains(snippet));
    }
}
