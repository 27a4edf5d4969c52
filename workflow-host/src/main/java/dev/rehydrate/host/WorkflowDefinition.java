// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kind of workflow: a state and the operations on it. There is nothing to extend; the state is a plain class or record.
 * Immutable; each method returns a new definition and leaves this one as it is.
 *
 * @param <S> the state
 */
public final class WorkflowDefinition<S> {

    private final DefinitionIdentity identity;
    private final StateMapping<S> mapping;
    private final Map<String, Operation<S, ?, ?>> operations;
    private final Set<DefinitionIdentity> continued;
    private final @Nullable CompletionAction completion;

    private WorkflowDefinition(
            DefinitionIdentity identity,
            StateMapping<S> mapping,
            Map<String, Operation<S, ?, ?>> operations,
            Set<DefinitionIdentity> continued,
            @Nullable CompletionAction completion) {
        this.identity = Objects.requireNonNull(identity, "identity");
        this.mapping = Objects.requireNonNull(mapping, "mapping");
        this.operations = operations;
        this.continued = continued;
        this.completion = completion;
    }

    /**
     * Begins a definition whose state is kept as one value.
     *
     * @param name its name, not blank
     * @param version two to four numbers with dots between them
     * @param state the class of the state; the store's codec must know it
     * @param <S> the state
     * @return a definition without operations
     * @throws IllegalArgumentException if the name is blank or the version has another form
     */
    public static <S> WorkflowDefinition<S> of(String name, String version, Class<S> state) {
        return of(DefinitionIdentity.of(name, version), StateMapping.single(state));
    }

    /**
     * Begins a definition.
     *
     * @param identity name and version, which are kept with each instance
     * @param mapping how the state is kept
     * @param <S> the state
     * @return a definition without operations
     */
    public static <S> WorkflowDefinition<S> of(DefinitionIdentity identity, StateMapping<S> mapping) {
        return new WorkflowDefinition<>(identity, mapping, Map.of(), Set.of(), null);
    }

    /**
     * Adds operations.
     *
     * @param more operations with names that are not used yet
     * @return a definition with these operations too
     * @throws IllegalArgumentException if a name is used twice
     */
    @SafeVarargs
    public final WorkflowDefinition<S> with(Operation<S, ?, ?>... more) {
        Map<String, Operation<S, ?, ?>> all = new LinkedHashMap<>(operations);
        for (Operation<S, ?, ?> operation : more) {
            if (all.put(operation.name(), operation) != null) {
                throw new IllegalArgumentException(identity + " has two operations with the name " + operation.name());
            }
        }
        return new WorkflowDefinition<>(identity, mapping, Map.copyOf(all), continued, completion);
    }

    /**
     * Says what completing leaves behind, if a turn does not say it.
     *
     * @param action what stays; without this the owner's description decides
     * @return the same definition with another way to end
     */
    public WorkflowDefinition<S> completingBy(CompletionAction action) {
        return new WorkflowDefinition<>(
                identity, mapping, operations, continued, Objects.requireNonNull(action, "action"));
    }

    /**
     * Says that this definition can go on with instances of others, usually its own former versions. Versions that differ in
     * their fourth part only need not be named. Such an instance belongs to this definition from its next save on.
     *
     * @param former the other definitions
     * @return the same definition, which accepts more instances
     */
    public WorkflowDefinition<S> continuing(DefinitionIdentity... former) {
        Set<DefinitionIdentity> all = new HashSet<>(continued);
        all.addAll(Set.of(former));
        return new WorkflowDefinition<>(identity, mapping, operations, Set.copyOf(all), completion);
    }

    /** {@return name and version} */
    public DefinitionIdentity identity() {
        return identity;
    }

    /**
     * Finds an operation, for hosts that take names from outside.
     *
     * @param name its name
     * @return the operation, or empty if there is none of this name
     */
    public Optional<Operation<S, ?, ?>> operation(String name) {
        return Optional.ofNullable(operations.get(name));
    }

    StateMapping<S> mapping() {
        return mapping;
    }

    Map<String, Operation<S, ?, ?>> operations() {
        return operations;
    }

    @Nullable
    CompletionAction completion() {
        return completion;
    }

    /** An instance without identity was made by a host that does not use them, and is anybody's. */
    boolean accepts(@Nullable DefinitionIdentity other) {
        return other == null || identity.equalsIgnoringRevision(other) || continued.contains(other);
    }

    /** {@return name and version} */
    @Override
    public String toString() {
        return identity.toString();
    }
}
