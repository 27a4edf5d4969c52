// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;

/** A pizza order: a state of several values, which sends, waits and ends. */
final class Orders {

    /** The state. */
    public record Order(String id, String toppings, int version, String note) {

        Order with(String topping) {
            return new Order(id, toppings.isEmpty() ? topping : toppings + "+" + topping, version + 1, note);
        }
    }

    /** Every message. */
    public record Topping(String order, String name) {}

    static final Correlation<Topping> BY_ORDER =
            Correlation.<Topping>content("orders").part("Order", Topping::order);

    static final Operation<Order, Topping, String> ADD = createOrGet("Add", (turn, order) -> order);

    /** Sends the topping to the kitchen. */
    static final Operation<Order, Topping, String> COOK = createOrGet("Cook", (turn, order) -> {
        turn.send("kitchen", order.toppings());
        return order;
    });

    /** Sends twice in one turn. */
    static final Operation<Order, Topping, String> COOK_TWICE = createOrGet("CookTwice", (turn, order) -> {
        turn.send("kitchen", order.toppings() + "/1");
        turn.send("kitchen", order.toppings() + "/2");
        return order;
    });

    /** The last turn sends, too. */
    static final Operation<Order, Topping, String> DELIVER = createOrGet("Deliver", (turn, order) -> {
        turn.send("courier", order.toppings());
        turn.complete();
        return order;
    });

    static final Operation<Order, Topping, String> READ = Operation.mustExist("Read", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                return order.toppings();
            });

    static final Operation<Order, Topping, String> REMIND = Operation.mustExist("Remind", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) ->
                    turn.become(order.with("late-" + message.name())).toppings());

    static final Operation<Order, Topping, String> REMIND_LATER = createOrGet("RemindLater", (turn, order) -> {
        turn.scheduleAfter("reminder", Duration.ofSeconds(10), REMIND, new Topping(order.id(), "once"));
        return order;
    });

    /** As {@link #REMIND_LATER}, and leaves the state as it is. */
    static final Operation<Order, Topping, String> REMIND_ONLY = Operation.mustExist("RemindOnly", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.scheduleAfter("reminder", Duration.ofSeconds(10), REMIND, new Topping(order.id(), "once"));
                return order.toppings();
            });

    static final Operation<Order, Topping, String> REMIND_OFTEN = createOrGet("RemindOften", (turn, order) -> {
        turn.scheduleEvery("clock", Duration.ofMinutes(10), REMIND, new Topping(order.id(), "often"));
        return order;
    });

    static final Operation<Order, Topping, String> FORGET = createOrGet("Forget", (turn, order) -> {
        turn.unschedule("reminder");
        turn.unschedule("clock");
        return order;
    });

    static final Operation<Order, Topping, String> ALSO_KNOWN_AS = Operation.mustExist("AlsoKnownAs", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.associateKey(key(message.name()));
                return order.toppings();
            });

    static final Operation<Order, Topping, String> NO_LONGER = Operation.mustExist("NoLonger", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.releaseKey(key(message.name()));
                return order.toppings();
            });

    static final Operation<Order, Topping, String> BURN = Operation.mustExist("Burn", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.become(order.with("burnt"));
                turn.send("kitchen", "never");
                throw new IllegalStateException("the oven is on fire");
            });

    static final Operation<Order, Topping, String> REFUSE = Operation.mustExist("Refuse", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                throw turn.refuse("no pineapple");
            });

    static final Operation<Order, Topping, String> GIVE_UP = Operation.mustExist("GiveUp", Topping.class)
            .correlatedBy(BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.fail("out of flour");
                return order.toppings();
            });

    static final WorkflowDefinition<Order> DEFINITION = WorkflowDefinition.of(
                    DefinitionIdentity.of("PizzaOrder", "1.0"), StateMapping.ofRecord(Order.class))
            .with(ADD, COOK, COOK_TWICE, DELIVER, READ, REMIND, REMIND_LATER, REMIND_ONLY, REMIND_OFTEN, FORGET)
            .with(ALSO_KNOWN_AS, NO_LONGER, BURN, REFUSE, GIVE_UP);

    private Orders() {}

    private static Operation<Order, Topping, String> createOrGet(
            String name, BiFunction<Turn<Order>, Order, Order> then) {
        return Operation.createOrGet(name, Topping.class)
                .correlatedBy(BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    Order before = order == null ? new Order(message.order(), "", 0, "a note that stays") : order;
                    Order after = turn.become(before.with(message.name()));
                    return then.apply(turn, after).toppings();
                });
    }

    static Topping topping(String order, String name) {
        return new Topping(order, name);
    }

    static CorrelationKey key(String order) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, "orders", Map.of("Order", order));
    }

    static InstanceId home(String order) {
        return InstanceId.atHomeOf(key(order).key());
    }

    /** Remembers what it was given, and has troubles when told to. */
    static final class Kitchen implements OutboundSink {

        final ConcurrentLinkedQueue<OutboundMessage> taken = new ConcurrentLinkedQueue<>();
        private int refusals;

        /** The next messages are not taken. */
        void refuse(int times) {
            refusals = times;
        }

        @Override
        public CompletionStage<Void> send(OutboundMessage message) {
            if (refusals > 0) {
                refusals--;
                return CompletableFuture.failedFuture(new IllegalStateException("the kitchen is closed"));
            }
            taken.add(message);
            return CompletableFuture.completedFuture(null);
        }

        java.util.List<String> texts() {
            return taken.stream().map(message -> message.payload(String.class)).toList();
        }
    }
}
