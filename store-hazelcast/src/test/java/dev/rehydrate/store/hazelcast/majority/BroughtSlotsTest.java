// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member of a protected farm that has come back brings what it has, whatever fails meanwhile: before that it promises nothing. */
final class BroughtSlotsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static {
        // A thread of the engine may end with what a member that goes down makes of its work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    private final String name = "brought-" + UUID.randomUUID();
    private final List<HazelcastInstance> members = new ArrayList<>();

    @AfterEach
    void end() {
        members.forEach(member -> member.getLifecycleService().terminate());
    }

    private HazelcastInstance member() {
        List<String> others = members.stream()
                .map(member -> member.getCluster().getLocalMember().getAddress())
                .map(address -> address.getHost() + ":" + address.getPort())
                .toList();
        Config config = ClusterConfig.member(HazelcastStoreOptions.builder()
                        .clusterName(name)
                        .port(FreePorts.any())
                        .members(others)
                        .durability(Durability.PROTECTED)
                        .farmSize(3)
                        .build())
                .setProperty("hazelcast.partition.count", "13")
                .setProperty("hazelcast.shutdownhook.enabled", "false");
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        members.add(member);
        return member;
    }

    /** A member whose maps cannot be had so many times, as when memory is short. */
    private static HazelcastInstance shortOfMemory(HazelcastInstance sound, AtomicInteger failures) {
        return (HazelcastInstance) Proxy.newProxyInstance(
                BroughtSlotsTest.class.getClassLoader(),
                new Class<?>[] {HazelcastInstance.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getMap") && failures.getAndDecrement() > 0) {
                        throw new InternalError("no memory, on purpose");
                    }
                    try {
                        return method.invoke(sound, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private static UUID slotOf(HazelcastInstance member) {
        return Stream.generate(UUID::randomUUID)
                .filter(key -> member.getPartitionService()
                        .getPartition(key)
                        .getOwner()
                        .localMember())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void goesOnAfterAnError() {
        AtomicInteger failures = new AtomicInteger(1);

        FarmTerms terms = bring(member -> new BroughtSlots(shortOfMemory(member, failures), FarmTerms.of(member)));

        assertThat(failures.get()).as("it is brought again").isNegative();
        assertThat(terms.state().vote(terms.state().promised() + 1).granted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void beginsOnceThereIsAThreadForIt(int withoutTimer) {
        AtomicInteger failures = new AtomicInteger(2);
        AtomicInteger noTimers = new AtomicInteger(withoutTimer);

        FarmTerms terms = bring(member -> new BroughtSlots(
                member,
                FarmTerms.of(member),
                thread -> {
                    failIfLeft(failures);
                    thread.start();
                },
                task -> {
                    failIfLeft(noTimers);
                    CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(task);
                }));

        assertThat(failures.get()).isNegative();
        assertThat(noTimers.get()).isNegative();
        assertThat(terms.state().vote(terms.state().promised() + 1).granted()).isTrue();
    }

    /** It had come from a third part of the farm, whose data is of a later term than all else of this member. */
    @Test
    void aSlotThatWasMergedBeforeIsOfItsOwnTerm() {
        HazelcastInstance returning = withSlot();
        FarmTerms terms = FarmTerms.of(returning);
        long later = terms.current() + 5;
        UUID key = slotOf(returning);
        IMap<UUID, StoredSlot> slots = returning.getMap(MapNames.SLOTS);
        slots.set(key, new MergedSlot(Slot.EMPTY, later));
        BroughtSlots brought = new BroughtSlots(returning, terms);

        brought.take();
        slots.delete(key);
        brought.bring();
        awaitBrought(terms);

        assertThat(slots.get(key))
                .isInstanceOfSatisfying(
                        MergedSlot.class, merged -> assertThat(merged.term()).isEqualTo(later));
    }

    private static void failIfLeft(AtomicInteger failures) {
        if (failures.getAndDecrement() > 0) {
            throw new InternalError("unable to create native thread, on purpose");
        }
    }

    /** {@return the terms of a member that has come back, and has brought what it had} */
    private FarmTerms bring(Function<HazelcastInstance, BroughtSlots> made) {
        HazelcastInstance returning = withSlot();
        BroughtSlots brought = made.apply(returning);

        brought.take();
        brought.bring();
        awaitBrought(FarmTerms.of(returning));

        return FarmTerms.of(returning);
    }

    /** {@return a member of a farm that has a term, which owns a slot} */
    private HazelcastInstance withSlot() {
        HazelcastInstance returning = member();
        member();
        FarmTerms terms = FarmTerms.of(returning);
        Awaitility.await("a term").atMost(PATIENCE).until(() -> {
            terms.seek();
            return terms.current() > 0;
        });
        Awaitility.await("the slot is there")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> {
                    returning.getMap(MapNames.SLOTS).set(slotOf(returning), new StoredSlot(Slot.EMPTY));
                    return true;
                });
        return returning;
    }

    private static void awaitBrought(FarmTerms terms) {
        Awaitility.await("it has brought what it had")
                .atMost(PATIENCE)
                .until(() -> !terms.state().isReturning());
    }
}
