// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A read takes from the database the values that it selects, and no byte of the others. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class SelectedValuesTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int LARGE = 200_000;
    private static final int HEAD = 2_000;

    private final AtomicLong read = new AtomicLong();
    private final TestDatabase database;
    private final JdbcInstanceStore store;
    private final OwnerId owner;
    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    SelectedValuesTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        store = JdbcInstanceStore.open(JdbcStoreOptions.of(WatchedSource.of(database.dataSource(), this::watch))
                .allowingNotDurable());
        owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    private void watch(@Nullable Object answer) {
        read.addAndGet(answer instanceof byte[] bytes ? bytes.length : 0);
    }

    private static InstanceValue bytes(int length) {
        byte[] value = new byte[length];
        new Random(length).nextBytes(value);
        return InstanceValue.of(value);
    }

    @BeforeEach
    void create() {
        InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                .replaceData(Map.of(
                        "large", bytes(LARGE),
                        "larger", bytes(2 * LARGE),
                        "small", InstanceValue.of("s"),
                        "state", InstanceValue.of("open").with(InstanceValue.Option.PROMOTED)))
                .keys(KeyChanges.associating(Map.of(key, Map.of("role", InstanceValue.of("customer")))))
                .build();
        store.execute(handle(), CreateInstance.of(first, AfterSave.RELEASE), LONG)
                .receiptOrThrow();
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private InstanceHandle handle() {
        return store.createHandle(owner, id);
    }

    private InstanceSnapshot load(ValueSelection values) {
        read.set(0);
        return store.execute(
                        handle(), LoadInstance.of(new LoadMode.Free(LoadMode.Freshness.AUTHORITATIVE, values)), LONG)
                .snapshotOrThrow();
    }

    @Test
    void aHeaderIsReadWithoutValues() {
        InstanceSnapshot seen = load(ValueSelection.none());

        assertThat(seen.keys()).containsKey(key);
        assertThat(seen.data().names()).isEmpty();
        assertThat(seen.data().promoted()).containsKey("state");
        assertThat(read).hasValueBetween(1L, (long) HEAD);
    }

    @Test
    void aValueIsReadWithoutTheOthers() {
        InstanceSnapshot seen = load(ValueSelection.of("large", "small", "missing"));

        assertThat(seen.data().names()).containsExactlyInAnyOrder("large", "small");
        assertThat(seen.data().find("large", byte[].class).orElseThrow()).hasSize(LARGE);
        assertThat(read).hasValueBetween((long) LARGE, (long) LARGE + HEAD);
    }

    @Test
    void whatWasReadInPartIsNeverWritten() {
        var seen = load(ValueSelection.none());
        var changes = InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of("small", InstanceValue.of("t"))))
                .build();
        store.execute(handle(), SaveInstance.ifUnchanged(changes, seen.revision()), LONG)
                .receiptOrThrow();

        InstanceSnapshot all = load(ValueSelection.all());
        assertThat(all.data().find("larger", byte[].class).orElseThrow()).hasSize(2 * LARGE);
        assertThat(all.data().get("small", String.class)).isEqualTo("t");
        assertThat(read).hasValueBetween(3L * LARGE, 3L * LARGE + HEAD);
    }
}
