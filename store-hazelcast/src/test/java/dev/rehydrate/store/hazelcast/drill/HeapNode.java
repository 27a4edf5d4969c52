// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadOutcome;
import dev.rehydrate.command.OutcomeUnknownException;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of a farm that is filled: a member, a store on it, and callers that create instances of 10 to 100 KB, complete
 * some of them and create these again. Obeys as {@link DrillNode} does.
 */
final class HeapNode {

    private static final Logger LOG = LoggerFactory.getLogger(HeapNode.class);
    private static final int CALLERS = 4;
    private static final int LEAST = 10_000;
    private static final int MOST = 100_000;
    private static final int ONE_IN = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String TEXT = "text";

    private final HazelcastInstanceStore store =
            HazelcastInstanceStore.start(HazelcastStoreOptions.load().build());
    private final HazelcastInstance member =
            Hazelcast.getAllHazelcastInstances().iterator().next();
    private final OwnerId owner = owner(store);
    private final Set<InstanceId> live = ConcurrentHashMap.newKeySet();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong completed = new AtomicLong();
    private volatile boolean filling;

    private static OwnerId owner(InstanceStore store) {
        while (true) {
            try {
                return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("drill")), TIMEOUT);
            } catch (StoreUnavailableException noMajorityYet) {
                LOG.info("not yet: {}", noMajorityYet.getMessage());
                Rounds.last(Duration.ofMillis(500));
            }
        }
    }

    /**
     * Runs a node.
     *
     * @param arguments its name
     */
    public static void main(String[] arguments) {
        try {
            Orders orders = Orders.from(System.in);
            PrintStream control = System.out;
            System.setOut(System.err);
            HeapNode node = new HeapNode();
            control.println("0 up");
            while (true) {
                String line = orders.next();
                int space = line.indexOf(' ');
                control.println(line.substring(0, space) + " " + node.obey(line.substring(space + 1)));
            }
        } catch (InterruptedException | RuntimeException failure) {
            LOG.error("the node ends", failure);
        }
        Runtime.getRuntime().halt(0);
    }

    private String obey(String order) {
        try {
            return answer(List.of(order.split(" ")));
        } catch (RuntimeException failure) {
            LOG.error("could not obey: {}", order, failure);
            return "failed " + failure.toString().replace('\n', ' ');
        }
    }

    private String answer(List<String> words) {
        return switch (words.get(0)) {
            case "members" -> String.valueOf(member.getCluster().getMembers().size());
            case "safe" -> String.valueOf(member.getPartitionService().isClusterSafe());
            case "fill" -> {
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
            case "health" -> store.health().join().reasons().toString().replace('\n', ' ');
            default ->
                "%d %d %d %d %d"
                        .formatted(acknowledged.get(), refused.get(), unknown.get(), completed.get(), live.size());
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
            // Who is refused tries later.
            Rounds.last(Duration.ofMillis(20));
        }
    }

    private boolean complete(InstanceId id) {
        if (!live.remove(id)) {
            return false;
        }
        boolean done = does(id, CompleteInstance.now());
        if (done) {
            completed.incrementAndGet();
        }
        return done;
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
