// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Free loads of a store that keeps near copies, while another store on the same database writes. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class NearCopiesTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration AGE = Duration.ofSeconds(1);
    private static final String STATE = "state";

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger answers = new AtomicInteger();
    private final TestDatabase database;
    private final Party near;
    private final Party other;
    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = new InstanceKey(id.high(), id.low());
    private final InstanceKey further = InstanceKey.random();

    NearCopiesTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        near = new Party(JdbcStoreOptions.of(WatchedSource.of(
                        database.dataSource(), answer -> answers.addAndGet(answer instanceof byte[] ? 1 : 0)))
                .withNearCopies(AGE));
        other = new Party(database.options());
    }

    /** A store, and who works with it. */
    private final class Party {
        private final JdbcInstanceStore store;
        private final OwnerId owner;

        private Party(JdbcStoreOptions options) {
            store = JdbcInstanceStore.open(options.allowingNotDurable()
                    .withStore(StoreOptions.defaults().withTime(time)));
            owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
        }

        private LoadOutcome load(LoadMode mode) {
            return store.execute(store.createHandle(owner, id), LoadInstance.of(mode), LONG);
        }

        private LoadOutcome load(InstanceKey by) {
            return store.execute(store.createHandle(owner), LoadInstanceByKey.of(by, LoadMode.free()), LONG);
        }

        private String free() {
            return load(LoadMode.free())
                    .snapshotOrThrow()
                    .data()
                    .find(STATE, String.class)
                    .orElseThrow();
        }

        private Revision seen() {
            return load(LoadMode.free()).snapshotOrThrow().revision();
        }

        private SaveOutcome save(String state, Revision seen) {
            return store.execute(store.createHandle(owner, id), SaveInstance.ifUnchanged(to(state), seen), LONG);
        }
    }

    private static InstanceChanges<InstanceValue> to(String state) {
        return InstanceChanges.builder()
                .replaceData(Map.of(STATE, InstanceValue.of(state)))
                .build();
    }

    @BeforeEach
    void create() {
        var first = InstanceChanges.builder()
                .replaceData(Map.of(STATE, InstanceValue.of("first")))
                .keys(KeyChanges.associating(Map.of(key, Map.of(), further, Map.of())))
                .build();
        near.store
                .execute(near.store.createHandle(near.owner, id), CreateInstance.of(first, AfterSave.RELEASE), LONG)
                .receiptOrThrow();
        time.advance(Duration.ofMillis(1));
        answers.set(0);
    }

    @AfterEach
    void close() {
        near.store.close();
        other.store.close();
        database.clear();
    }

    @Test
    void whatAStoreHasSavedIsNotReadAgain() {
        assertThat(near.free()).isEqualTo("first");
        near.save("second", near.seen()).receiptOrThrow();
        assertThat(near.free()).isEqualTo("second");
        assertThat(near.load(key).snapshotOrThrow().id()).isEqualTo(id);

        assertThat(answers).as("contents that came from the database").hasValue(0);
    }

    @Test
    void aCopyIsAsOldAsItMayBeAndNoOlder() {
        other.save("second", other.seen()).receiptOrThrow();

        time.advance(AGE.minusMillis(2));
        assertThat(near.free()).isEqualTo("first");
        time.advance(Duration.ofMillis(1));
        assertThat(near.free()).isEqualTo("second");
    }

    @Test
    void aLoadRenewsACopy() {
        time.advance(AGE);
        assertThat(near.free()).isEqualTo("first");
        time.advance(AGE.minusMillis(1));
        answers.set(0);

        assertThat(near.free()).isEqualTo("first");
        assertThat(answers).hasValue(0);
    }

    @Test
    void aSaveOnAnOldCopyIsRefusedAndTheNextLoadIsNew() {
        other.save("second", other.seen()).receiptOrThrow();

        assertThat(near.save("third", near.seen())).isInstanceOf(SaveOutcome.Mismatch.class);
        assertThat(near.free()).isEqualTo("second");
    }

    /** The store decides it on the row at once, for its own copy is older than that revision. */
    @Test
    void aSaveThatIsRefusedByTheRowEndsTheCopy() {
        other.save("second", other.seen()).receiptOrThrow();
        Revision second = other.seen();
        other.save("third", second).receiptOrThrow();

        assertThat(near.save("fourth", second)).isInstanceOf(SaveOutcome.Mismatch.class);
        assertThat(near.free()).isEqualTo("third");
    }

    @Test
    void aLoadGoesBackBehindNothingThatWasReadAuthoritatively() {
        other.save("second", other.seen()).receiptOrThrow();
        near.load(LoadMode.authoritative().withoutValues()).snapshotOrThrow();

        assertThat(near.free()).isEqualTo("second");
    }

    @Test
    void whatThisStoreHasEndedIsNotFound() {
        near.store
                .execute(near.store.createHandle(near.owner, id), CompleteInstance.ifUnchanged(near.seen()), LONG)
                .receiptOrThrow();

        assertThat(near.load(LoadMode.free())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void whatThisStoreHasDeletedIsNotFoundByIdNorByKey() {
        near.store.execute(near.store.createHandle(near.owner, id), DeleteInstance.now(), LONG);

        assertThat(near.load(LoadMode.free())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(near.load(further)).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aSlotThatDoesNotFitEndsTheCopyThatDid() {
        Party small = new Party(database.options().withLanes(1, 3000).withNearCopies(AGE));
        try {
            assertThat(small.free()).isEqualTo("first");
            small.save("x".repeat(3000), small.seen()).receiptOrThrow();

            assertThat(small.free()).hasSize(3000);
        } finally {
            small.store.close();
        }
    }

    @Test
    void aStoreWithoutNearCopiesAsksTheDatabase() {
        assertThat(other.free()).isEqualTo("first");
        near.save("second", near.seen()).receiptOrThrow();

        assertThat(other.free()).isEqualTo("second");
    }

    @Test
    void anAgeIsFromZeroToTenYears() {
        JdbcStoreOptions options = database.options();

        assertThatThrownBy(() -> options.withNearCopies(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nearCopyAge");
        assertThatThrownBy(() -> options.withNearCopies(Duration.ofDays(3651)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
