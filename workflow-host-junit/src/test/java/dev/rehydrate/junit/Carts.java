// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import java.util.Map;

/** A workflow to be tested. */
final class Carts {

    private Carts() {}

    /** A message. */
    public record AddItem(String cart, String item) {}

    /** A state. */
    public record Cart(int items) {}

    static final Operation<Cart, AddItem, Integer> ADD = Operation.createOrGet("AddItem", AddItem.class)
            .correlatedBy(Correlation.<AddItem>content("shop").part("CartId", AddItem::cart))
            .handledBy((turn, cart, message) ->
                    turn.become(new Cart(cart == null ? 1 : cart.items() + 1)).items());

    static final WorkflowDefinition<Cart> DEFINITION =
            WorkflowDefinition.of("Cart", "1.0", Cart.class).with(ADD);

    static CorrelationKey key(String cart) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, "shop", Map.of("CartId", cart));
    }

    static AddItem tea(String cart) {
        return new AddItem(cart, "tea");
    }
}
