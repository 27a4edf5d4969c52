// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.instance.OwnerDescription;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What tools read of the operations of hosts, also of what no host of this release has written. */
class PublishedOperationsTest {

    record Message(String id) {}

    record State(String what) {}

    private static Operation<State, Message, String> operation(String name) {
        return Operation.createOrGet(name, Message.class)
                .correlatedBy(Correlation.<Message>content("shop").part("Id", Message::id))
                .handledBy((turn, state, message) ->
                        turn.become(new State(message.id())).what());
    }

    private static OwnerDescription publishing(Map<String, String> facts) {
        return OwnerDescription.ofType("shop").describedBy(Map.of(), facts);
    }

    @Test
    void allVersionsOfADefinitionArePublishedTogether() {
        OwnerDescription host = publishing(PublishedOperations.facts(List.of(
                WorkflowDefinition.of("Order", "1.0", State.class)
                        .with(operation("Place"), operation("Old name, \u00fc")),
                WorkflowDefinition.of("Order", "2.0", State.class).with(operation("Place"), operation("Ship")))));

        assertThat(PublishedOperations.of(host, "Order"))
                .containsExactlyInAnyOrder("Place", "Old name, \u00fc", "Ship");
        assertThat(PublishedOperations.of(host, "Cart")).isEmpty();
        assertThat(PublishedOperations.of(OwnerDescription.ofType("shop"), "Order"))
                .isEmpty();
    }

    @Test
    void whatIsBlankOrThereTwiceDoesNotHideTheRest() {
        for (String written : List.of("Place\nShip", "\n\nPlace\n \n\t\nShip\nPlace\n", "Place\r\nShip\r\n\r\nShip")) {
            assertThat(PublishedOperations.of(publishing(Map.of("rehydrate.operations.Order", written)), "Order"))
                    .as(written)
                    .containsExactlyInAnyOrder("Place", "Ship");
        }
        for (String empty : List.of("", "\n", "  ")) {
            assertThat(PublishedOperations.of(publishing(Map.of("rehydrate.operations.Order", empty)), "Order"))
                    .isEmpty();
        }
    }

    @Test
    void aNameWithALineBreakIsRefusedWhereItIsDefined() {
        for (String name : List.of("Place\nShip", "Place\r", "\r\nPlace")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Operation.mustExist(name, Message.class))
                    .withMessageContaining("the name of an operation has no line break");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Operation.mustExist(" \n", Message.class));
    }
}
