// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Runs what is due: takes an instance, adds an entry, and says when it is due again. The instances of a node are its own, and nothing
 * but their timers ever loads them. An entry that is there twice, or is lost, shows in the history as that of any other instance; what this
 * lane looks for is a timer that runs early, or not at all.
 */
final class TimerLane extends Lane {

    /** The system property that lets nodes have timers, and instances that are put aside. */
    static final String SETTING = "drill.timed";

    private static final Duration BRIEF = Duration.ofMillis(700);
    /** Clocks of one machine are the same; a due time is stored in milliseconds. */
    private static final Duration EARLY = Duration.ofMillis(5);

    private static final long STARVED = Duration.ofSeconds(60).toNanos();

    private final InstanceStore store;
    private final TypedOwner owner;
    private final Map<InstanceId, Long> lastRuns = new HashMap<>();

    TimerLane(Writer writer, InstanceStore store, Plot plot, String node) {
        super(writer);
        this.store = store;
        this.owner = owner(store, plot, node);
        long now = System.nanoTime();
        plot.timers(node).forEach(instance -> lastRuns.put(instance, now));
    }

    /** Whether nodes have timers. */
    static boolean isAsked() {
        return Boolean.getBoolean(SETTING);
    }

    private static TypedOwner owner(InstanceStore store, Plot plot, String node) {
        return new TypedOwner(store, "timers " + plot.round() + " " + node);
    }

    /** Makes the instances of a node, due at once. */
    static void create(Writer writer, InstanceStore store, Plot plot, String node) {
        TypedOwner creator = owner(store, plot, node);
        InstanceChanges<InstanceValue> due = InstanceChanges.builder()
                .replaceData(Map.of("round", InstanceValue.of(plot.round())))
                .dueAfter(BRIEF)
                .build();
        plot.timers(node)
                .forEach(instance ->
                        writer.create(instance, creator::handle, CreateInstance.of(due, AfterSave.RELEASE)));
    }

    @Override
    Duration pause() {
        return LONGER_PAUSE;
    }

    @Override
    void next() {
        try (InstanceHandle handle = owner.handle()) {
            long sentAt = System.nanoTime();
            Optional<InstanceSnapshot> due =
                    store.execute(handle, LoadRunnable.now(), Writer.PATIENCE).loaded();
            due.ifPresent(found -> {
                writer().taken(found, sentAt);
                run(handle, found);
            });
        }
        lastRuns.forEach(this::lookFor);
    }

    private void run(InstanceHandle handle, InstanceSnapshot found) {
        InstanceId instance = found.id();
        if (lastRuns.put(instance, System.nanoTime()) == null) {
            writer().complain("a timer of another node was given: " + instance);
        }
        Instant dueAt = found.header().dueAt();
        if (dueAt != null && dueAt.isAfter(Instant.now().plus(EARLY))) {
            writer().complain("timer " + instance + " runs before " + dueAt);
        }
        String entry = writer().newEntry();
        InstanceChanges<InstanceValue> again = InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of("one " + entry, InstanceValue.of(true))))
                .dueAfter(BRIEF)
                .build();
        save(
                entry,
                instance,
                new SaveInstance(CommandId.random(), again, Expected.revision(found.revision()), AfterSave.RELEASE),
                handle);
    }

    private void lookFor(InstanceId instance, long lastRun) {
        if (System.nanoTime() - lastRun > STARVED) {
            writer().complain("timer " + instance + " has not run for " + STARVED / 1_000_000_000 + " s");
            lastRuns.replace(instance, System.nanoTime());
        }
    }
}
