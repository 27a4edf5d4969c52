// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.ValueBag;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
    private final Rules<S> rules;

    private WorkflowDefinition(
            DefinitionIdentity identity,
            StateMapping<S> mapping,
            Map<String, Operation<S, ?, ?>> operations,
            Rules<S> rules) {
        this.identity = Objects.requireNonNull(identity, "identity");
        this.mapping = Objects.requireNonNull(mapping, "mapping");
        this.operations = operations;
        this.rules = rules;
    }

    /**
     * How a definition treats its instances.
     *
     * @param continued other definitions whose instances it goes on with, and how it reads their states
     * @param completion what completing leaves, or null for what the owner says
     * @param concurrency how lost updates are prevented, or null for what suits the idle policy
     * @param failure what becomes of an instance when a handler throws
     */
    private record Rules<S>(
            Map<DefinitionIdentity, Function<ValueBag, S>> continued,
            @Nullable CompletionAction completion,
            @Nullable ConcurrencyControl concurrency,
            UnhandledFailure failure) {}

    private WorkflowDefinition<S> with(Rules<S> other) {
        return new WorkflowDefinition<>(identity, mapping, operations, other);
    }

    /**
     * Begins a definition whose state is kept as one value.
     *
     * @param name its name, not blank
     * @param version one to four numbers with dots between them, or any other text of one line
     * @param state the class of the state; the store's codec must know it
     * @param <S> the state
     * @return a definition without operations
     * @throws IllegalArgumentException if the name is blank, or the version is not a text of one line that can be seen
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
        Rules<S> rules = new Rules<>(Map.of(), null, null, UnhandledFailure.SUSPEND);
        return new WorkflowDefinition<>(identity, mapping, Map.of(), rules);
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
        return new WorkflowDefinition<>(identity, mapping, Map.copyOf(all), rules);
    }

    /**
     * Says what completing leaves behind, if a turn does not say it.
     *
     * @param action what stays; without this the owner's description decides
     * @return the same definition with another way to end
     */
    public WorkflowDefinition<S> completingBy(CompletionAction action) {
        Objects.requireNonNull(action, "action");
        return with(new Rules<>(rules.continued(), action, rules.concurrency(), rules.failure()));
    }

    /**
     * Says that this definition can go on with instances of others, usually its own former versions. Versions that differ in
     * their fourth part only need not be named. Such an instance belongs to this definition from its next save on.
     *
     * @param former the other definitions
     * @return the same definition, which accepts more instances
     */
    public WorkflowDefinition<S> continuing(DefinitionIdentity... former) {
        WorkflowDefinition<S> all = this;
        for (DefinitionIdentity each : former) {
            // With its own instances it goes on in any case.
            if (!each.equals(identity)) {
                all = all.upgrading(each, mapping::fromValues);
            }
        }
        return all;
    }

    /**
     * Says that this definition can go on with instances of another whose state is kept in another form. Such an instance
     * belongs to this definition, and is kept in its form, from its next save on.
     *
     * @param former the other definition
     * @param upgrade makes a state of what the other has kept; called on threads of the host
     * @return the same definition, which accepts more instances
     * @throws IllegalArgumentException if it is this definition itself, whose instances are read by its mapping
     */
    public WorkflowDefinition<S> upgrading(DefinitionIdentity former, Function<ValueBag, S> upgrade) {
        if (former.equals(identity)) {
            throw new IllegalArgumentException("the definition " + identity
                    + " cannot upgrade its own instances: they are read by its mapping, and the"
                    + " function would never be called; give the definition of the new form another version");
        }
        Map<DefinitionIdentity, Function<ValueBag, S>> all = new HashMap<>(rules.continued());
        all.put(former, upgrade);
        return with(new Rules<>(Map.copyOf(all), rules.completion(), rules.concurrency(), rules.failure()));
    }

    /**
     * Sets how lost updates are prevented when several hosts work on one instance.
     *
     * @param how optimistic or pessimistic; the default is optimistic on hosts that unload after every turn and on stores where
     *     a hold costs a commit, else pessimistic
     * @return the same definition
     */
    public WorkflowDefinition<S> concurrency(ConcurrencyControl how) {
        Objects.requireNonNull(how, "how");
        return with(new Rules<>(rules.continued(), rules.completion(), how, rules.failure()));
    }

    /**
     * Says what becomes of an instance when a handler throws.
     *
     * @param what the policy; without this the instance is suspended
     * @return the same definition
     */
    public WorkflowDefinition<S> onUnhandledFailure(UnhandledFailure what) {
        Objects.requireNonNull(what, "what");
        return with(new Rules<>(rules.continued(), rules.completion(), rules.concurrency(), what));
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

    /** {@return the other definitions whose instances this one goes on with} */
    public Set<DefinitionIdentity> continued() {
        return rules.continued().keySet();
    }

    /** {@return how the state is stored} */
    public StateMapping<S> mapping() {
        return mapping;
    }

    /** {@return the operations by name} */
    public Map<String, Operation<S, ?, ?>> operations() {
        return operations;
    }

    /** {@return what completing leaves, or null if the description of the owner decides} */
    public @Nullable CompletionAction completion() {
        return rules.completion();
    }

    /** {@return what happens to an instance when a handler throws} */
    public UnhandledFailure unhandledFailure() {
        return rules.failure();
    }

    /**
     * Whether turns use optimistic concurrency and take no hold.
     *
     * @param idle the idle policy of the host, which decides if this definition does not
     * @return whether they take no hold
     */
    public boolean isOptimistic(IdlePolicy idle) {
        return isOptimistic(idle, false);
    }

    /**
     * Whether turns on a store use optimistic concurrency and take no hold.
     *
     * @param idle the idle policy of the host
     * @param holdCostsCommit whether a hold costs as much as a save there, which decides if neither this definition nor the idle
     *     policy does
     * @return whether they take no hold
     */
    public boolean isOptimistic(IdlePolicy idle, boolean holdCostsCommit) {
        return rules.concurrency() == null
                ? idle.unloadsAtOnce() || holdCostsCommit
                : rules.concurrency() == ConcurrencyControl.OPTIMISTIC;
    }

    /**
     * Whether this definition can run an instance. An instance without an identity is accepted by every definition.
     *
     * @param other the definition of the instance, or null if none is stored
     * @return whether this definition accepts it
     */
    public boolean accepts(@Nullable DefinitionIdentity other) {
        return other == null
                || identity.equalsIgnoringRevision(other)
                || rules.continued().containsKey(other);
    }

    /**
     * How well this definition fits an instance that it accepts; of several definitions the one with the smallest number runs it.
     *
     * @param other the definition of the instance, or null if none is stored
     * @return 0 for the same version, 1 for another revision of it, 2 for a definition that this one continues
     */
    public int distanceFrom(@Nullable DefinitionIdentity other) {
        if (identity.equals(other)) {
            return 0;
        }
        return other != null && identity.equalsIgnoringRevision(other) ? 1 : 2;
    }

    /**
     * Reads the state of an instance.
     *
     * @param writtenBy the definition that has stored it, or null if none is stored
     * @param values the stored values
     * @return the state
     * @throws RuntimeException if the values cannot be read
     */
    public S stateOf(@Nullable DefinitionIdentity writtenBy, ValueBag values) {
        Function<ValueBag, S> former = writtenBy == null || identity.equals(writtenBy)
                ? null
                : rules.continued().get(writtenBy);
        // Without a state an instance would be taken for a new one, and what is stored be overwritten.
        return Objects.requireNonNull(
                former == null ? mapping.fromValues(values) : former.apply(values),
                () -> "no state was made of the values of an instance of " + writtenBy);
    }

    /**
     * Tells whether the state of an instance is kept in the form of this definition: whether it is made by the mapping, and not
     * by a function that upgrades.
     *
     * @param writtenBy the definition that has saved the instance, or null if it is not known
     * @return whether it is
     */
    public boolean hasFormOf(@Nullable DefinitionIdentity writtenBy) {
        return writtenBy == null
                || identity.equals(writtenBy)
                || !rules.continued().containsKey(writtenBy);
    }

    /** {@return name and version} */
    @Override
    public String toString() {
        return identity.toString();
    }
}
