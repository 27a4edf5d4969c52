// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** An index has the first 59 characters of a value. The order of a list is that of whole values, whatever comes and goes. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("a sorted list of which long values go away")
class LongValuesTest {

    private static final String NAME = "t";
    private static final String INDEXED = "m".repeat(59);
    private static final String LONG = INDEXED + "m".repeat(21);

    private final TestDatabase database;
    private final JdbcInstanceStore store;
    private final Map<InstanceId, String> texts = new HashMap<>();

    LongValuesTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        store = JdbcInstanceStore.open(database.options());
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private InstanceId create(String text) {
        InstanceId id = InstanceId.random();
        store.commands()
                .execute(
                        id,
                        CreateInstance.of(
                                InstanceChanges.builder()
                                        .replaceData(Map.of(
                                                NAME, InstanceValue.of(text).with(InstanceValue.Option.PROMOTED)))
                                        .build(),
                                AfterSave.RELEASE))
                .receiptOrThrow();
        texts.put(id, text);
        return id;
    }

    /** Lists page by page, and removes instances while the list stands on the first long one. */
    private void listsAllOnce(boolean descending, int size, List<InstanceId> goneThen) {
        List<InstanceId> listed = new ArrayList<>();
        boolean removed = false;
        Optional<InstanceQuery> next = Optional.of(InstanceQuery.builder()
                .sortBy(NAME, descending)
                .page(0, size)
                .uncounted()
                .build());
        while (next.isPresent()) {
            InstancePage page = store.commands().execute(QueryInstances.of(next.orElseThrow()));
            page.entries().forEach(entry -> listed.add(entry.header().id()));
            if (!removed && !listed.isEmpty() && goneThen.contains(listed.get(listed.size() - 1))) {
                goneThen.forEach(id -> store.commands().execute(id, DeleteInstance.now()));
                removed = true;
            }
            next = next.orElseThrow().following(page);
        }
        assertThat(removed).isTrue();
        assertThat(listed).doesNotHaveDuplicates().containsAll(remaining(goneThen));
        assertThat(listed.stream().filter(id -> !goneThen.contains(id)).map(texts::get))
                .isSortedAccordingTo(descending ? (a, b) -> b.compareTo(a) : String::compareTo);
    }

    private List<InstanceId> remaining(List<InstanceId> gone) {
        return texts.keySet().stream().filter(id -> !gone.contains(id)).toList();
    }

    private void createShort() {
        List.of("a", "b", INDEXED, INDEXED, INDEXED, "x", "y").forEach(this::create);
    }

    @Test
    @DisplayName("goes on after the only one, ascending")
    void theOnlyOneAscending() {
        createShort();
        listsAllOnce(false, 1, List.of(create(LONG)));
    }

    @Test
    @DisplayName("goes on after the only one, descending, with those that begin as it does")
    void theOnlyOneDescending() {
        createShort();
        listsAllOnce(true, 1, List.of(create(LONG)));
    }

    @Test
    @DisplayName("goes on in both directions after all of several have gone")
    void allOfSeveral() {
        createShort();
        listsAllOnce(false, 1, List.of(create(LONG), create(LONG + "1"), create("z" + LONG)));
        texts.values().removeIf(text -> text.length() > INDEXED.length());
        listsAllOnce(true, 1, List.of(create(LONG), create(LONG), create("a" + LONG)));
    }

    @Test
    @DisplayName("goes on in both directions while another one stays")
    void oneOfTwo() {
        createShort();
        create(LONG + "1");
        listsAllOnce(false, 1, List.of(create(LONG)));
        texts.values().removeIf(LONG::equals);
        listsAllOnce(true, 1, List.of(create(LONG)));
    }
}
