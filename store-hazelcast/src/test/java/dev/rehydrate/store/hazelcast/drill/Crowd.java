// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many callers of one node, each of which saves an instance of its own without a pause. Lanes have few commands in flight at a moment; a fault
 * that lasts milliseconds may meet none of them.
 */
final class Crowd {

    private static final Logger LOG = LoggerFactory.getLogger(Crowd.class);
    private static final String NUMBER = "number";

    private final InstanceStore store;
    private final OwnerId owner;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private List<Caller> callers = List.of();
    private volatile boolean ended;

    /** To be called while all is well. */
    Crowd(InstanceStore store) {
        this.store = store;
        this.owner =
                store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("crowd")), Writer.PATIENCE);
    }

    String answer(List<String> words) throws InterruptedException {
        switch (words.get(0)) {
            case "begin" -> begin(Integer.parseInt(words.get(1)));
            case "end" -> end();
            default -> throw new IllegalArgumentException("what is " + words + "?");
        }
        return "%d %d %d".formatted(acknowledged.get(), failed.get(), lost.get());
    }

    private void begin(int count) {
        ended = false;
        callers = IntStream.range(0, count).mapToObj(number -> new Caller()).toList();
        callers.forEach(Thread::start);
    }

    /** Waits for the callers, each of which looks once more at its instance. */
    private void end() throws InterruptedException {
        ended = true;
        for (Caller caller : callers) {
            caller.join();
        }
    }

    /** Numbers its saves. What a load shows is the last one that was acknowledged, or the one after it, whose outcome is not known. */
    private final class Caller extends Thread {

        private static final long STACK_BYTES = 256 << 10;

        private final InstanceId instance = InstanceId.random();
        private long number;
        private Revision revision;

        private Caller() {
            super(null, null, "crowd", STACK_BYTES);
            setDaemon(true);
            revision = execute(CreateInstance.of(changes(), AfterSave.RELEASE))
                    .receiptOrThrow()
                    .revision();
        }

        private InstanceChanges<InstanceValue> changes() {
            return InstanceChanges.data(Map.of(NUMBER, number));
        }

        private <R> R execute(PersistenceCommand<R> command) {
            try (InstanceHandle handle = store.createHandle(owner, instance)) {
                return store.execute(handle, command, Writer.PATIENCE);
            }
        }

        @Override
        public void run() {
            try {
                while (!ended) {
                    save();
                }
                look();
            } catch (RuntimeException failure) {
                LOG.error("a caller has failed with instance {}", instance, failure);
                lost.incrementAndGet();
            }
        }

        private void save() {
            number++;
            try {
                SaveReceipt receipt =
                        execute(SaveInstance.ifUnchanged(changes(), revision)).receiptOrThrow();
                revision = receipt.revision();
                acknowledged.incrementAndGet();
            } catch (InstanceStoreException failure) {
                failed.incrementAndGet();
                number--;
                look();
            }
        }

        private void look() {
            InstanceSnapshot found =
                    Patience.DEADLINE.attempt(this::loaded, Optional::isEmpty).orElseThrow();
            long shown = found.data().get(NUMBER, Long.class);
            if (shown != number && shown != number + 1) {
                LOG.error("instance {} shows {}, and {} was acknowledged", instance, shown, number);
                lost.incrementAndGet();
            }
            number = shown;
            revision = found.revision();
        }

        private Optional<InstanceSnapshot> loaded() {
            try {
                return execute(LoadInstance.of(LoadMode.authoritative())).loaded();
            } catch (InstanceStoreException trouble) {
                return Optional.empty();
            }
        }
    }
}
