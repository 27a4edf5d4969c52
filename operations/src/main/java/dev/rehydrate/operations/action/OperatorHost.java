// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;

/**
 * A host without work: it retries and ends instances for a tool that has no definition of the application. No instance is offered
 * to it, because it has no host type, and it takes no messages.
 */
public final class OperatorHost {

    private static final String NAME = "rehydrate.operator";

    private OperatorHost() {}

    /**
     * Starts it.
     *
     * @param store the store
     * @param time the time source of the store
     * @param atEnd what becomes of instances that it ends, because it does not know what their definitions say
     * @return a running host, to be closed after use
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store cannot register it
     */
    public static WorkflowHost on(InstanceStore store, TimeSource time, CompletionAction atEnd) {
        Operation<String, String, String> nothing = Operation.mustExist("Nothing", String.class)
                .correlatedBy(Correlation.<String>content(NAME).text(text -> text))
                .handledBy((turn, state, message) -> state);
        return WorkflowHost.builder(store)
                .definition(WorkflowDefinition.of(NAME, "1.0", String.class).with(nothing))
                .owner(OwnerDescription.anonymous()
                        .running(DefinitionFilter.exactly())
                        .completingBy(atEnd))
                .node(NAME)
                .time(time)
                .start();
    }
}
