// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Bytes that fail their checksum: no release of the application can read them, so waiting for another one would not help. */
final class DamagedValueTest {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("notes");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();

    /** A store with an owner. */
    private final class Server {

        private final MemoryInstanceStore store;
        private final OwnerId owner;

        Server(StoreOptions options) {
            store = MemoryInstanceStore.open(data, options.withTime(time));
            owner = store.execute(store.createHandle(), new CreateOwner(TYPED), TIMEOUT);
        }

        <R> R ask(InstanceId instance, PersistenceCommand<R> command) {
            return store.execute(store.createHandle(owner, instance), command, TIMEOUT);
        }

        void create(InstanceId instance) {
            InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                    .replaceData(Map.of("note", InstanceValue.of("text")))
                    .dueAfter(Duration.ZERO)
                    .build();
            ask(instance, SaveInstance.of(changes)).receiptOrThrow();
        }
    }

    @Test
    void arePutAsideWhenTheirInstanceWantsToRunAndHoldUpNoOther() {
        InstanceId damaged = InstanceId.random();
        InstanceId readable = InstanceId.random();
        Server damaging = new Server(StoreOptions.defaults().withDecorator(Damaging::new));
        Server server = new Server(StoreOptions.defaults());
        damaging.create(damaged);
        server.create(readable);

        var first = server.store.execute(server.store.createHandle(server.owner), LoadRunnable.now(), TIMEOUT);
        var second = server.store.execute(server.store.createHandle(server.owner), LoadRunnable.now(), TIMEOUT);

        assertThat(first.loaded().map(InstanceSnapshot::id)).contains(readable);
        assertThat(second.loaded()).isEmpty();
        InstanceHeader aside = server.ask(damaged, LoadInstance.of(LoadMode.peek()))
                .snapshotOrThrow()
                .header();
        assertThat(aside.suspension())
                .isNotNull()
                .satisfies(suspension -> assertThat(suspension.reason()).contains("note", "checksum"));
        assertThat(aside.holder()).isNull();
        assertThat(server.ask(damaged, ResumeInstance.now())).isEqualTo(ControlOutcome.DONE);
        damaging.store.close();
        server.store.close();
    }

    /** Flips a bit of each value that is saved. */
    private static final class Damaging extends ForwardingEngine {

        Damaging(StorageEngine engine) {
            super(engine);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return operation instanceof CommitInstance commit
                    ? super.apply(at, (SlotOperation<A>) damaged(commit))
                    : super.apply(at, operation);
        }

        private static CommitInstance damaged(CommitInstance commit) {
            return new CommitInstance(
                    commit.id(),
                    commit.caller(),
                    commit.proof(),
                    commit.expected(),
                    commit.changes().map(Damaging::damaged),
                    commit.after(),
                    commit.claimedUnder());
        }

        private static Map<String, StoredValue> damaged(Map<String, StoredValue> values) {
            Map<String, StoredValue> damaged = new HashMap<>();
            values.forEach((name, value) -> {
                byte[] bytes = value.encoded().toBytes();
                bytes[bytes.length - 1] ^= 1;
                damaged.put(name, new StoredValue(EncodedValue.fromBytes(bytes), value.options(), value.promoted()));
            });
            return damaged;
        }
    }
}
