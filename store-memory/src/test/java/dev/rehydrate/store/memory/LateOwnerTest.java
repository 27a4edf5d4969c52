// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A command without owner that is given before the owner of its store is registered, as the first one of a process is. */
class LateOwnerTest {

    private final CompletableFuture<Void> registered = new CompletableFuture<>();
    private final InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults()
            .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
            .withDecorator(engine -> new SlowRegistration(engine, registered)));
    private final InstanceId id = InstanceId.random();

    /** Registers owners when the test says so. */
    private static final class SlowRegistration extends ForwardingEngine {

        private final CompletableFuture<Void> registered;

        SlowRegistration(StorageEngine engine, CompletableFuture<Void> registered) {
            super(engine);
            this.registered = registered;
        }

        @Override
        public CompletionStage<Void> addOwner(OwnerRecord owner) {
            return registered.thenCompose(now -> super.addOwner(owner));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void savesItsValuesAsTheyWereWhenItWasGiven() {
        List<String> lines = new ArrayList<>(List.of("first"));
        CreateInstance creation = CreateInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("lines", InstanceValue.of(lines)))
                        .build(),
                AfterSave.RELEASE);

        CompletableFuture<SaveOutcome> created = store.commands().executeAsync(id, creation);
        lines.add("added after the command was given");
        registered.complete(null);

        assertThat(created.join().saved()).isPresent();
        List<?> stored = store.commands()
                .execute(id, LoadInstance.of(LoadMode.authoritative()))
                .snapshotOrThrow()
                .data()
                .get("lines", List.class);
        assertThat(stored).isEqualTo(List.of("first"));
    }

    /** It was not sent, whatever became of the owner. */
    @Test
    void isNotInDoubtIfItIsNotKnownWhetherTheOwnerWasRegistered() {
        CreateInstance creation = CreateInstance.of(InstanceChanges.data(Map.of("a", "b")), AfterSave.RELEASE);
        CompletableFuture<LoadOutcome> read = store.commands().executeAsync(id, LoadInstance.read());
        CompletableFuture<SaveOutcome> created = store.commands().executeAsync(id, creation);

        registered.completeExceptionally(new StorageException(Effect.UNKNOWN, "no answer", null));

        Stream.of(read, created)
                .forEach(command -> assertThat(command)
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(
                                StoreUnavailableException.class,
                                failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE)));
    }
}
