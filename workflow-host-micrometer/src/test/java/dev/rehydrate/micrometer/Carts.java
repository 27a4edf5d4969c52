// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;

/** A definition whose state is a number, the items of a cart, and whose messages are texts: the cart that they are for. */
final class Carts {

    private static final Correlation<String> BY_NAME =
            Correlation.<String>content("shop").part("Cart", name -> name);

    static final Operation<Integer, String, Integer> ADD = Operation.createOrGet("Add", String.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, cart, message) -> turn.become(cart == null ? 1 : cart + 1));

    static final Operation<Integer, String, Integer> LOOK = Operation.mustExist("Look", String.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, cart, message) -> {
                turn.unchanged();
                return cart;
            });

    static final Operation<Integer, String, Integer> BREAK = Operation.mustExist("Break", String.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, cart, message) -> {
                throw new IllegalArgumentException("out of stock");
            });

    static final WorkflowDefinition<Integer> DEFINITION =
            WorkflowDefinition.of("Cart", "1.0", Integer.class).with(ADD, LOOK, BREAK);

    private Carts() {}

    static WorkflowHost host(InstanceStore store, String node, HostListener listener) {
        return WorkflowHost.builder(store)
                .node(node)
                .definition(DEFINITION)
                .timeToUnload(Duration.ZERO)
                .listener(listener)
                .start();
    }
}
