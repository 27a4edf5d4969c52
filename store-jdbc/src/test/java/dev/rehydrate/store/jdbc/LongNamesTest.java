// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL has names in indexes, whose rows have room for about 2700 bytes. */
@DisplayName("a name that is too long for an index")
class LongNamesTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int OTHERS = 40;
    /** Random, because the server packs what repeats itself. */
    private static final String NAME = new Random(1)
            .ints(5000, 'a', 'z')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    private final TestDatabase database = TestDatabase.POSTGRESQL;
    private final JdbcInstanceStore store =
            JdbcInstanceStore.open(database.options().withLanes(1, 1 << 20));
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    static Stream<InstanceChanges<InstanceValue>> changes() {
        return Stream.of(
                InstanceChanges.data(Map.of(NAME, 1)),
                InstanceChanges.builder()
                        .replaceData(Map.of(NAME, InstanceValue.of(1).with(Option.PROMOTED)))
                        .build(),
                InstanceChanges.builder()
                        .replaceData(Map.of("n", InstanceValue.of(1)))
                        .definition(DefinitionIdentity.of(NAME, "1"))
                        .build());
    }

    private CompletableFuture<SaveOutcome> create(InstanceId id, InstanceChanges<InstanceValue> changes) {
        return store.executeAsync(store.createHandle(owner, id), CreateInstance.of(changes), LONG);
    }

    @ParameterizedTest
    @MethodSource("changes")
    @DisplayName("is refused with a sentence that says so, and no other command is")
    void isRefused(InstanceChanges<InstanceValue> tooLong) {
        List<InstanceId> ids = Stream.generate(InstanceId::random).limit(OTHERS).toList();
        List<CompletableFuture<SaveOutcome>> answers = new ArrayList<>();
        ids.subList(0, OTHERS / 2).forEach(id -> answers.add(create(id, InstanceChanges.data(Map.of("n", 1)))));
        InstanceId refused = InstanceId.random();
        CompletableFuture<SaveOutcome> answer = create(refused, tooLong);
        ids.subList(OTHERS / 2, OTHERS).forEach(id -> answers.add(create(id, InstanceChanges.data(Map.of("n", 1)))));

        assertThatThrownBy(answer::join)
                .cause()
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasMessageContaining("a name of a value, a definition or a host type is too long for an index");
        assertThat(answers).allSatisfy(each -> each.join().receiptOrThrow());
        assertThat(store.execute(store.createHandle(owner, refused), LoadInstance.of(LoadMode.authoritative()), LONG)
                        .toString())
                .startsWith("NotFound");
    }
}
