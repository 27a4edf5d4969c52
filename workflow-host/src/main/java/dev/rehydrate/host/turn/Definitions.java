// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.DefinitionIdentity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The definitions that a host can run.
 *
 * @param all the definitions of the application and those of the host itself
 */
public record Definitions(List<WorkflowDefinition<?>> all) {

    /** Copies the list. */
    public Definitions {
        all = List.copyOf(all);
    }

    /**
     * Finds the definition that runs an instance: its own before one that continues it.
     *
     * @param instance the definition of the instance, or null if it has none
     * @return the definition, or empty if this host knows none
     */
    public Optional<WorkflowDefinition<?>> of(@Nullable DefinitionIdentity instance) {
        return of(instance, any -> true);
    }

    /**
     * As {@link #of(DefinitionIdentity)}, among some definitions only.
     *
     * @param instance the definition of the instance, or null if it has none
     * @param which which definitions count
     * @return the definition, or empty if this host knows none
     */
    public Optional<WorkflowDefinition<?>> of(
            @Nullable DefinitionIdentity instance, Predicate<WorkflowDefinition<?>> which) {
        return all.stream()
                .filter(definition -> definition.accepts(instance) && which.test(definition))
                .min(Comparator.comparingInt(definition -> definition.distanceFrom(instance)));
    }
}
