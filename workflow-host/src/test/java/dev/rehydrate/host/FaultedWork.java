// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;

import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.instance.InstanceSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a host does while it has a trouble: from which state of an instance to which. */
interface FaultedWork {

    /** What names it in the texts of failures. */
    String name();

    /** What {@link FaultRun#state} says before it; {@code "-"} without an instance. */
    String before();

    /** What {@link FaultRun#state} says after it. */
    String after();

    /** Begins it. What is begun again after a failure that has changed nothing has its effect once. */
    CompletableFuture<?> begin(FaultRun run);

    /** What the hosts run. */
    default WorkflowDefinition<Order> definition() {
        return Orders.DEFINITION;
    }

    /** How the host with the trouble differs from others. */
    default HostBuilder settings(HostBuilder builder, FaultRun run) {
        return builder;
    }

    /** What there is before it. */
    default void prepare(FaultRun run) {
        if (!before().equals("-")) {
            run.prepare(Orders.ADD, topping("7", "base"));
            run.prepare(Orders.ALSO_KNOWN_AS, topping("7", "seven"));
        }
    }

    /** What is added to the text of the state. */
    default String also(FaultRun run, InstanceSnapshot seen) {
        return "";
    }

    /** What a receiver has got in the end. */
    default List<String> effects() {
        return List.of();
    }

    /** Whether a reply may be lost, if that is told. */
    default boolean mayBeLost() {
        return false;
    }
}
