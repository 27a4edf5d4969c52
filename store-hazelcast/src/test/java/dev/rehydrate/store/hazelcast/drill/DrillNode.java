// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.time.TimeSource;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process of a farm: a member or a client, a store on it, and callers. Started with the settings of the store as system properties;
 * obeys one line at a time from its standard input, and ends when that ends.
 */
final class DrillNode extends NodeProgram {

    private final InstanceStore store;
    private final HazelcastInstance member;
    private final boolean isClient;
    private @Nullable Filling filling;
    private @Nullable Crowd crowd;

    private DrillNode(String name, InstanceStore store) {
        super(name, store);
        this.store = store;
        Collection<HazelcastInstance> members = Hazelcast.getAllHazelcastInstances();
        this.isClient = members.isEmpty();
        this.member = (isClient ? HazelcastClient.getAllHazelcastClients() : members)
                .iterator()
                .next();
    }

    /**
     * Runs a node.
     *
     * @param arguments its name and, optionally, the file that says what time it is
     */
    public static void main(String[] arguments) {
        run(() -> new DrillNode(
                arguments[0],
                HazelcastInstanceStore.start(
                        HazelcastStoreOptions.load().time(time(arguments)).build())));
    }

    private static TimeSource time(String... arguments) {
        return arguments.length > 1 ? new ToldTime(new SharedInstant(Path.of(arguments[1]))) : TimeSource.system();
    }

    @Override
    protected String answer(List<String> words) throws InterruptedException {
        return switch (words.get(0)) {
            case "members" -> String.valueOf(member.getCluster().getMembers().size());
            case "time" -> String.valueOf(System.currentTimeMillis());
            // A client has no copies.
            case "safe" ->
                String.valueOf(isClient || member.getPartitionService().isClusterSafe());
            case "terminate" -> {
                member.getLifecycleService().terminate();
                yield "done";
            }
            case "crowd" -> crowd().answer(words.subList(1, words.size()));
            case "filling" -> filling().answer(words.subList(1, words.size()));
            default -> super.answer(words);
        };
    }

    private Filling filling() {
        if (filling == null) {
            filling = new Filling(store);
        }
        return filling;
    }

    private Crowd crowd() {
        if (crowd == null) {
            crowd = new Crowd(store);
        }
        return crowd;
    }
}
