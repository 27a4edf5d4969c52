// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lifecycle;

import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.store.InstanceStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The definitions of a host by operation. */
public final class KnownOperations {

    private KnownOperations() {}

    /**
     * Collects the operations of definitions.
     *
     * @throws IllegalArgumentException if there is no definition, one has no operations, two have the same operation, or the
     *     state of one cannot be stored and read again by the codecs of the store
     */
    public static Map<Operation<?, ?, ?>, WorkflowDefinition<?>> of(
            List<WorkflowDefinition<?>> definitions, InstanceStore store) {
        if (definitions.isEmpty()) {
            throw new IllegalArgumentException("a host needs at least one definition");
        }
        Map<Operation<?, ?, ?>, WorkflowDefinition<?>> operations = new HashMap<>();
        for (WorkflowDefinition<?> definition : definitions) {
            requireOperations(definition);
            StorableState.require(store, definition);
            for (Operation<?, ?, ?> operation : definition.operations().values()) {
                if (operations.put(operation, definition) != null) {
                    throw new IllegalArgumentException("two definitions have the operation " + operation);
                }
            }
        }
        return Map.copyOf(operations);
    }

    private static void requireOperations(WorkflowDefinition<?> definition) {
        if (definition.operations().isEmpty()) {
            throw new IllegalArgumentException("the definition " + definition
                    + " has no operations, so no message and no timer could ever reach an instance of it: add some by"
                    + " WorkflowDefinition.with(...), which returns a new definition, and give the host that one");
        }
    }
}
