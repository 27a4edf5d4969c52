// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The hosts of a newer release are away, and more of their instances are due than a store remembers to have left to others. */
@DisplayName("behind more instances than a store remembers to have left to others")
final class BehindACrowdTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PERIOD = StoreOptions.defaults().detectionPeriod();
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int CROWD = 12_000;

    /** A look without an end would not let a test end either. */
    private static final int FAR_TOO_MANY = 40_000;

    private final ManualTime time = ManualTime.startingAt(START);
    private final MemoryData data = new MemoryData();
    private int tries;

    private final InstanceStore newer = open(2);
    private final InstanceStore older = open(1);
    private final OwnerId owner = owner(older);

    private record Note(String text) {}

    /** Reads what it has written, and not what a newer one has. */
    private record TextCodec(int schemaVersion) implements ValueCodec {

        @Override
        public String id() {
            return "text";
        }

        @Override
        public byte[] encode(Object value) {
            return ((Note) value).text().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
            return type.cast(new Note(new String(bytes, StandardCharsets.UTF_8)));
        }
    }

    private final class Counting extends ForwardingEngine {

        Counting(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            tries += operation instanceof AcquireInstance ? 1 : 0;
            if (tries > FAR_TOO_MANY) {
                return CompletableFuture.failedFuture(new IllegalStateException("too many tries"));
            }
            return super.apply(at, operation);
        }
    }

    private InstanceStore open(int version) {
        return MemoryInstanceStore.open(
                data,
                StoreOptions.defaults()
                        .withTime(time)
                        .withDecorator(Counting::new)
                        .withValues(ValueEncoding.with(new TextCodec(version))));
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("notes")), TIMEOUT);
    }

    @AfterEach
    void close() {
        newer.close();
        older.close();
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id, Instant due) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("note", InstanceValue.of(new Note("text"))))
                .dueAt(due)
                .build();
        store.execute(store.createHandle(owner, id), CreateInstance.of(changes, AfterSave.RELEASE), TIMEOUT)
                .receiptOrThrow();
    }

    private void crowd() {
        OwnerId away = owner(newer);
        for (int i = 0; i < CROWD; i++) {
            create(newer, away, InstanceId.random(), Instant.EPOCH);
        }
        newer.close();
    }

    private Optional<InstanceId> run() {
        return older.execute(older.createHandle(owner), LoadRunnable.now(), TIMEOUT)
                .loaded()
                .map(InstanceSnapshot::id);
    }

    @Test
    @DisplayName("an instance is run that this host can run, within twenty periods")
    void whatIsBehindRuns() {
        crowd();
        InstanceId own = InstanceId.random();
        create(older, owner, own, START.minusSeconds(60));

        Optional<InstanceId> ran = Optional.empty();
        for (int periods = 0; periods < 20 && ran.isEmpty(); periods++) {
            ran = run();
            time.advance(PERIOD);
        }

        assertThat(ran).contains(own);
    }
}
