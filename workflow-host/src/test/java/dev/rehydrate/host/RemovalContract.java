// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Releases.FIRST;
import static dev.rehydrate.host.Releases.values;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.Releases.Cash;
import dev.rehydrate.host.Releases.Codec;
import dev.rehydrate.host.Releases.MoreSizes;
import dev.rehydrate.host.Releases.Order;
import dev.rehydrate.host.Releases.OrderPayments;
import dev.rehydrate.host.Releases.OrderRemoved;
import dev.rehydrate.host.Releases.OrderSizes;
import dev.rehydrate.host.Releases.Size;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a release has less than the one before it: rows of docs/upgrading.md. */
abstract class RemovalContract extends TwoReleases {

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName(
            "remove a field with a higher schema version: old orders are read without it, the older host refuses new ones")
    void removeField(Codec codec) {
        assertUpgrade(
                codec,
                single(
                        values(codec, 2, OrderRemoved.class),
                        OrderRemoved.class,
                        new OrderRemoved("b", Size.SMALL, List.of(), null),
                        (o, text) -> new OrderRemoved(text, o.size(), o.lines(), o.payment())),
                "OrderRemoved[text=b, size=SMALL, lines=[Line[article=tea]], payment=Card[number=4711]]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName(
            "remove a field without a higher schema version: the newer host refuses old orders rather than drop it")
    void removeFieldUnannounced(Codec codec) {
        Running<Order> older = older(old(codec));
        Running<OrderRemoved> newer = newer(single(
                values(codec, 1, OrderRemoved.class),
                OrderRemoved.class,
                new OrderRemoved("b", Size.SMALL, List.of(), null),
                (o, text) -> new OrderRemoved(text, o.size(), o.lines(), o.payment())));
        String stored = older.set("a");

        assertLeftAlone(newer, older, stored);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("remove a constant: what still has it is refused and left alone, what has it not goes on")
    void removeConstant(Codec codec) {
        Running<OrderSizes> older = older(single(
                values(codec, 1, OrderSizes.class, MoreSizes.class),
                OrderSizes.class,
                new OrderSizes("a", 1, MoreSizes.SMALL, List.of(), null),
                (o, text) -> new OrderSizes(text, o.count(), MoreSizes.valueOf(text), o.lines(), o.payment())));
        Running<Order> newer = newer(single(values(codec, 2, Order.class), Order.class, FIRST, TwoReleases::withText));
        older.set("begin");
        assertThat(newer.read()).startsWith("Order[text=a, count=1, size=SMALL");

        String stored = older.set("LARGE");

        assertLeftAlone(newer, older, stored);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("remove a subclass: what still has it is refused and left alone")
    void removeSubclass(Codec codec) {
        Running<OrderPayments> older = older(single(
                values(codec, 1, OrderPayments.class, Cash.class),
                OrderPayments.class,
                new OrderPayments("a", 1, Size.SMALL, List.of(), new Cash(3)),
                (o, text) -> o));
        Running<Order> newer = newer(single(values(codec, 2, Order.class), Order.class, FIRST, TwoReleases::withText));

        String stored = older.set("begin");

        assertLeftAlone(newer, older, stored);
    }
}
