// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.SlotScans;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts of one type may run different definitions. While those of one of them are away, what they would run is due for hours. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("a look for runnable instances")
class RunnableReadsTest {

    private static final String SHOP = "shop";
    private static final int CROWD = 60;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final DefinitionIdentity OURS = DefinitionIdentity.of("Order", "1.0");
    private static final DefinitionIdentity REVISED = DefinitionIdentity.of("Order", "1.0.0.1");
    private static final DefinitionIdentity OTHER = DefinitionIdentity.of("Invoice", "1.0");

    private final TestDatabase database;
    private final AtomicInteger heads = new AtomicInteger();
    private OwnerId holder;

    RunnableReadsTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
    }

    /** The last of each group is ours or has no definition; a host died with as many as are due. */
    @BeforeEach
    void fill() {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(database.options())) {
            holder = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType(SHOP)), TIMEOUT);
            for (AfterSave after : new AfterSave[] {AfterSave.RELEASE, AfterSave.KEEP}) {
                for (int i = 0; i < CROWD; i++) {
                    create(store, OTHER, after);
                }
                create(store, OURS, after);
                create(store, REVISED, after);
                create(store, null, after);
            }
        }
    }

    private void create(JdbcInstanceStore store, @Nullable DefinitionIdentity definition, AfterSave after) {
        InstanceChanges.Builder changes = InstanceChanges.builder().replaceData(Map.of("n", InstanceValue.of(1)));
        if (definition != null) {
            changes.definition(definition);
        }
        if (after == AfterSave.RELEASE) {
            changes.dueAt(Instant.EPOCH);
        }
        store.execute(
                        store.createHandle(holder, InstanceId.random()),
                        CreateInstance.of(changes.build(), after),
                        TIMEOUT)
                .receiptOrThrow();
    }

    @AfterEach
    void clear() {
        database.clear();
    }

    private int found(DefinitionFilter definitions, Set<OwnerId> expired) {
        JdbcStoreOptions watched = JdbcStoreOptions.of(WatchedSource.of(database.dataSource(), answer -> {
                    if (answer instanceof byte[]) {
                        heads.incrementAndGet();
                    }
                }))
                .allowingNotDurable();
        try (Database open = Database.open(watched)) {
            heads.set(0);
            return new SlotScans(open)
                    .find(new SlotScan.ToRun(SHOP, definitions, expired), Instant.now(), 1000)
                    .size();
        }
    }

    @Test
    @DisplayName("reads what is due of the definitions of its hosts, and nothing of others")
    void readsOnlyOwnDefinitions() {
        assertThat(found(DefinitionFilter.anyRevisionOf(OURS), Set.of())).isEqualTo(2);
        assertThat(heads).hasValue(2);
    }

    @Test
    @DisplayName("reads what has none too, for hosts that run it")
    void readsThoseWithoutDefinition() {
        assertThat(found(DefinitionFilter.exactly(REVISED).orUnidentified(), Set.of()))
                .isEqualTo(2);
        assertThat(heads).as("one of another revision").hasValue(3);
    }

    @Test
    @DisplayName("reads of what dead hosts held as little")
    void readsOnlyOwnOrphans() {
        assertThat(found(DefinitionFilter.exactly(OURS), Set.of(holder))).isEqualTo(2);
        assertThat(heads).as("due and held, of two revisions").hasValue(4);
    }

    @Test
    @DisplayName("reads all for hosts that run every definition")
    void readsAllForHostsThatRunAll() {
        assertThat(found(DefinitionFilter.any(), Set.of(holder))).isEqualTo(2 * (CROWD + 3));
    }
}
