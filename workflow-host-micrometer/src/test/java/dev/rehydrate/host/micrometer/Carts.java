// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.micrometer;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;

/** A definition whose messages are texts: the cart that they are for. */
final class Carts {

    /** The state. */
    public record Cart(int items) {}

    private static final Correlation<String> BY_NAME =
            Correlation.<String>content("shop").part("Cart", name -> name);

    static final Operation<Cart, String, Integer> ADD = Operation.createOrGet("Add", String.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, cart, message) ->
                    turn.become(new Cart(cart == null ? 1 : cart.items() + 1)).items());

    static final Operation<Cart, String, Integer> LOOK = Operation.mustExist("Look", String.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, cart, message) -> {
                turn.unchanged();
                return cart.items();
            });

    static final Operation<Cart, String, Integer> BREAK = Operation.mustExist("Break", String.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, cart, message) -> {
                throw new IllegalArgumentException("out of stock");
            });

    private static final WorkflowDefinition<Cart> DEFINITION =
            WorkflowDefinition.of("Cart", "1.0", Cart.class).with(ADD, LOOK, BREAK);

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
