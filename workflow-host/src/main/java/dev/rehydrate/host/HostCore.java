// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.DefinitionIdentity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a running host.
 *
 * @param settings what it was started with
 * @param store the store
 * @param timeline tells the listener
 * @param lanes its instances
 * @param owners its lease
 * @param unloading takes instances out of memory
 * @param turns lets a few turns in at once
 * @param definitions what it can run
 * @param deliveries the posted messages that it has taken and not settled yet
 */
record HostCore(
        HostSettings settings,
        StoreAccess store,
        Timeline timeline,
        Lanes lanes,
        OwnerKeeper owners,
        Unloading unloading,
        Window turns,
        List<WorkflowDefinition<?>> definitions,
        CallCount deliveries) {

    /** The definition that runs an instance: its own before one that goes on with it; empty if the host knows none. */
    Optional<WorkflowDefinition<?>> definitionOf(@Nullable DefinitionIdentity instance) {
        return definitionOf(instance, any -> true);
    }

    /** As {@link #definitionOf(DefinitionIdentity)}, of some definitions only. */
    Optional<WorkflowDefinition<?>> definitionOf(
            @Nullable DefinitionIdentity instance, Predicate<WorkflowDefinition<?>> which) {
        return definitions.stream()
                .filter(definition -> definition.accepts(instance) && which.test(definition))
                .min(Comparator.comparingInt(definition -> definition.distanceFrom(instance)));
    }

    /** Puts the parts together; nothing runs yet. */
    static HostCore assembled(HostSettings settings, StoreAccess store, List<WorkflowDefinition<?>> definitions) {
        Timeline timeline = new Timeline(settings);
        Unloading unloading = new Unloading(settings, store, timeline);
        Lanes lanes = new Lanes((address, all) ->
                new Lane(address, all, store.executor(), new IdleTimer(settings, unloading), new WakeTimer(settings)));
        OwnerKeeper owners =
                new OwnerKeeper(settings, store, timeline, (lost, cause) -> unloading.dropLost(lanes, lost, cause));
        Window turns = new Window(settings.limits().turns(), store.executor());
        List<WorkflowDefinition<?>> known = new ArrayList<>(definitions);
        known.add(Mailbox.DEFINITION);
        HostCore core = new HostCore(
                settings,
                store,
                timeline,
                lanes,
                owners,
                unloading,
                turns,
                List.copyOf(known),
                new CallCount(settings.limits().calls()));
        lanes.workBy(() -> new AgendaJob(core));
        RunnablePump pump = new RunnablePump(core);
        owners.whenRunnable(pump::drain);
        return core;
    }
}
