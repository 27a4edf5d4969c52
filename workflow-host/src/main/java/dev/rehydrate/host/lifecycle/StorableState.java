// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lifecycle;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.store.InstanceStore;

/** Whether a store can keep the states of a definition: asked before the first message, which would be acknowledged and lost. */
final class StorableState {

    private StorableState() {}

    /**
     * Asks the store for each type of which the state is made.
     *
     * @throws IllegalArgumentException if it cannot store and read one
     */
    static void require(InstanceStore store, WorkflowDefinition<?> definition) {
        for (Class<?> type : definition.mapping().valueTypes()) {
            try {
                store.values().requireStorable(type);
            } catch (ValueCodingException refused) {
                throw new IllegalArgumentException(
                        "the definition " + definition + " cannot run on this store: values of its type "
                                + type.getName() + " cannot be stored and read again: " + refused.getMessage(),
                        refused);
            }
        }
    }
}
