// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Callers of one node that create instances of 10 to 100 KB, and complete and create again one in ten, until they are stopped. */
final class Filling {

    private static final Logger LOG = LoggerFactory.getLogger(Filling.class);
    private static final int CALLERS = 4;
    private static final int LEAST = 10_000;
    private static final int MOST = 100_000;
    private static final int ONE_IN = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String TEXT = "text";

    private final InstanceStore store;
    private final OwnerId owner;
    private final Set<InstanceId> live = ConcurrentHashMap.newKeySet();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private volatile boolean filling;

    /** To be called while all is well. */
    Filling(InstanceStore store) {
        this.store = store;
        this.owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("drill")), TIMEOUT);
    }

    String answer(List<String> words) {
        return switch (words.get(0)) {
            case "begin" -> {
                filling = true;
                for (int i = 0; i < CALLERS; i++) {
                    Thread caller = new Thread(this::fill, "caller-" + i);
                    caller.setDaemon(true);
                    caller.start();
                }
                yield "done";
            }
            case "stop" -> {
                filling = false;
                yield "done";
            }
            case "complete" -> String.valueOf(complete(Integer.parseInt(words.get(1))));
            case "lost" -> String.valueOf(lost());
            case "figures" -> "%d %d %d".formatted(acknowledged.get(), refused.get(), unknown.get());
            default -> throw new IllegalArgumentException("what is " + words + "?");
        };
    }

    private void fill() {
        while (filling) {
            InstanceId id = InstanceId.random();
            create(id);
            if (ThreadLocalRandom.current().nextInt(ONE_IN) == 0 && complete(id)) {
                create(id);
            }
        }
    }

    private void create(InstanceId id) {
        String text = "x".repeat(ThreadLocalRandom.current().nextInt(LEAST, MOST));
        if (does(id, CreateInstance.of(InstanceChanges.data(Map.of(TEXT, text)), AfterSave.RELEASE))) {
            acknowledged.incrementAndGet();
            live.add(id);
        } else {
            // A refused caller waits before the next attempt.
            Rounds.last(Duration.ofMillis(20));
        }
    }

    private boolean complete(InstanceId id) {
        if (!live.remove(id)) {
            return false;
        }
        return does(id, CompleteInstance.now());
    }

    private int complete(int percent) {
        int count = 0;
        for (InstanceId id : live) {
            if (ThreadLocalRandom.current().nextInt(100) < percent) {
                count += complete(id) ? 1 : 0;
            }
        }
        return count;
    }

    private boolean does(InstanceId id, PersistenceCommand<?> command) {
        try (InstanceHandle handle = store.createHandle(owner, id)) {
            store.execute(handle, command, TIMEOUT);
            return true;
        } catch (StoreUnavailableException nothingWasDone) {
            refused.incrementAndGet();
        } catch (OutcomeUnknownException doubt) {
            unknown.incrementAndGet();
            LOG.warn("in doubt", doubt);
        }
        return false;
    }

    /** Counts acknowledged instances that are not there any more. */
    private int lost() {
        int lost = 0;
        for (InstanceId id : live) {
            try (InstanceHandle handle = store.createHandle(owner, id)) {
                LoadOutcome outcome = store.execute(handle, LoadInstance.of(LoadMode.peek()), TIMEOUT);
                lost += outcome instanceof LoadOutcome.Loaded ? 0 : 1;
            }
        }
        return lost;
    }
}
