// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Releases.BY_ORDER;
import static dev.rehydrate.host.Releases.FIRST;
import static dev.rehydrate.host.Releases.release;
import static dev.rehydrate.host.Releases.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.Releases.Cash;
import dev.rehydrate.host.Releases.Codec;
import dev.rehydrate.host.Releases.LineAndColour;
import dev.rehydrate.host.Releases.Message;
import dev.rehydrate.host.Releases.MoreSizes;
import dev.rehydrate.host.Releases.MoreValues;
import dev.rehydrate.host.Releases.Order;
import dev.rehydrate.host.Releases.OrderAdded;
import dev.rehydrate.host.Releases.OrderDeep;
import dev.rehydrate.host.Releases.OrderDropping;
import dev.rehydrate.host.Releases.OrderKeeping;
import dev.rehydrate.host.Releases.OrderPayments;
import dev.rehydrate.host.Releases.OrderRenamed;
import dev.rehydrate.host.Releases.OrderSizes;
import dev.rehydrate.host.Releases.OrderWide;
import dev.rehydrate.host.Releases.Release;
import dev.rehydrate.host.Releases.Size;
import dev.rehydrate.host.Releases.Values;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of docs/upgrading.md: hosts of two releases at work on one instance. */
abstract class UpgradeContract extends TwoReleases {

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("add a field: the older host refuses what has it")
    void addField(Codec codec) {
        assertUpgrade(
                codec,
                added(codec, 1),
                "OrderAdded[text=b, count=1, size=SMALL, lines=[Line[article=tea]], payment=Card[number=4711], added=more]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("add a field within a part of the state: the older host refuses what has it")
    void addFieldWithin(Codec codec) {
        assertUpgrade(
                codec,
                single(
                        values(codec, 1, OrderDeep.class, LineAndColour.class),
                        OrderDeep.class,
                        new OrderDeep("b", 2, Size.SMALL, List.of(), null),
                        (o, text) -> new OrderDeep(
                                text, o.count(), o.size(), List.of(new LineAndColour("tea", "green")), o.payment())),
                "OrderDeep[text=b, count=1, size=SMALL, lines=[LineAndColour[article=tea, colour=green]],"
                        + " payment=Card[number=4711]]");
    }

    @Test
    @DisplayName("add a field, the older class keeps what it does not know: both work on, nothing is lost")
    void addFieldKept() {
        Running<OrderKeeping> older = older(single(
                values(Codec.JACKSON, 1, OrderKeeping.class),
                OrderKeeping.class,
                new OrderKeeping("a", 1, Size.SMALL, List.of(), null, Map.of()),
                (o, text) -> new OrderKeeping(text, o.count(), o.size(), o.lines(), o.payment(), o.more())));
        Running<OrderAdded> newer = newer(added(Codec.JACKSON, 1));
        newer.set("b");

        older.set("c");

        assertThat(newer.read())
                .isEqualTo("OrderAdded[text=c, count=2, size=SMALL, lines=[], payment=null, added=more]");
    }

    @Test
    @DisplayName("rename a field with an alias and a higher schema version: its content stays")
    void renameField() {
        assertUpgrade(
                Codec.JACKSON,
                single(
                        values(Codec.JACKSON, 2, OrderRenamed.class),
                        OrderRenamed.class,
                        new OrderRenamed("b", 2, Size.SMALL, List.of(), null),
                        (o, text) -> new OrderRenamed(o.note() + text, o.count(), o.size(), o.lines(), o.payment())),
                "OrderRenamed[note=ab, count=1, size=SMALL, lines=[Line[article=tea]], payment=Card[number=4711]]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("change the type of a field to a wider one with a higher schema version")
    void changeType(Codec codec) {
        assertUpgrade(
                codec,
                single(
                        values(codec, 2, OrderWide.class),
                        OrderWide.class,
                        new OrderWide("b", 2, Size.SMALL, List.of(), null),
                        (o, text) -> new OrderWide(text, 1L << 40, o.size(), o.lines(), o.payment())),
                "OrderWide[text=b, count=1099511627776, size=SMALL, lines=[Line[article=tea]],"
                        + " payment=Card[number=4711]]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("add a constant to an enum: the older host refuses what has it")
    void addConstant(Codec codec) {
        assertUpgrade(
                codec,
                single(
                        values(codec, 1, OrderSizes.class, MoreSizes.class),
                        OrderSizes.class,
                        new OrderSizes("b", 2, MoreSizes.SMALL, List.of(), null),
                        (o, text) -> new OrderSizes(text, o.count(), MoreSizes.LARGE, o.lines(), o.payment())),
                "OrderSizes[text=b, count=1, size=LARGE, lines=[Line[article=tea]], payment=Card[number=4711]]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("add a subclass: the older host refuses what has it")
    void addSubclass(Codec codec) {
        assertUpgrade(
                codec,
                single(
                        values(codec, 1, OrderPayments.class, Cash.class),
                        OrderPayments.class,
                        new OrderPayments("b", 2, Size.SMALL, List.of(), null),
                        (o, text) -> new OrderPayments(text, o.count(), o.size(), o.lines(), new Cash(3))),
                "OrderPayments[text=b, count=1, size=SMALL, lines=[Line[article=tea]], payment=Cash[coins=3]]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("rename the class: the older host refuses what the newer one has written")
    void renameClass(Codec codec) {
        Running<Order> older = older(single(
                ValueEncoding.builder()
                        .writeWith(Releases.codec(codec, 1, Order.class))
                        .build(),
                Order.class,
                FIRST,
                TwoReleases::withText));
        Running<OrderWide> newer = newer(single(
                values(codec, 1, OrderWide.class),
                OrderWide.class,
                new OrderWide("b", 2, Size.SMALL, List.of(), null),
                (o, text) -> new OrderWide(text, o.count(), o.size(), o.lines(), o.payment())));
        older.set("a");
        String written = newer.set("b");

        assertLeftAlone(older, newer, written);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("add a value to a state of several values: both work on, the older host leaves it as it is")
    void addValue(Codec codec) {
        Running<Values> older = older(release(
                values(codec, 1, Order.class),
                "1.0",
                StateMapping.ofRecord(Values.class),
                new Values("a", 1),
                (v, text) -> new Values(text, v.count() + 1)));
        Running<MoreValues> newer = newer(release(
                values(codec, 1, Order.class),
                "1.0",
                StateMapping.ofRecord(MoreValues.class),
                new MoreValues("b", 1, "more"),
                (v, text) -> new MoreValues(text, v.count() + 1, "more")));
        newer.set("b");

        assertThat(older.set("c")).isEqualTo("Values[text=c, count=2]");

        assertThat(newer.read()).isEqualTo("MoreValues[text=c, count=2, added=more]");
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    @DisplayName("split a value, in a new version of the definition: hosts of the former version refuse its instances")
    void splitValue(Codec codec) {
        Release<Order> former = old(codec);
        Running<Order> older = older(former);
        Release<Values> split = release(
                values(codec, 1, Order.class),
                "2.0",
                StateMapping.ofRecord(Values.class),
                new Values("b", 1),
                (v, text) -> new Values(text, v.count() + 1));
        WorkflowDefinition<Values> upgrading = split.definition()
                .upgrading(former.definition().identity(), stored -> {
                    Order before = Objects.requireNonNull(stored.get("state", Order.class));
                    return new Values(before.text(), before.count());
                });
        Running<Values> newer = newer(new Release<>(split.values(), upgrading, split.set(), split.read()));
        older.set("a");
        older.set("a2");
        assertThat(newer.read()).isEqualTo("Values[text=a2, count=1]");
        assertThat(newer.set("b")).isEqualTo("Values[text=b, count=2]");

        assertThatExceptionOfType(ForeignInstanceException.class).isThrownBy(() -> older.set("dropped"));

        assertThat(header().suspension()).isNull();
        assertThat(header().definition()).isEqualTo(upgrading.identity());
        assertThat(newer.read()).isEqualTo("Values[text=b, count=2]");
        assertThat(farm.peek(header().id()).snapshotOrThrow().data().names())
                .containsExactlyInAnyOrder("text", "count");
    }

    @Test
    @DisplayName(
            "roll back: what the newer release has touched waits, or is read without what the older one lacks if told so")
    void rollBack() {
        Running<OrderAdded> newer = newer(added(Codec.JACKSON, 1));
        newer.set("b");
        newer.host.close();
        Running<Order> back = older(old(Codec.JACKSON));
        assertThatExceptionOfType(UnreadableValueException.class).isThrownBy(() -> back.set("c"));
        back.host.close();

        Running<OrderDropping> dropping = older(single(
                values(Codec.JACKSON, 1, OrderDropping.class),
                OrderDropping.class,
                new OrderDropping("a", 1, Size.SMALL, List.of(), null),
                (o, text) -> new OrderDropping(text, o.count(), o.size(), o.lines(), o.payment())));

        assertThat(dropping.set("c")).isEqualTo("OrderDropping[text=c, count=2, size=SMALL, lines=[], payment=null]");
    }

    @Test
    @DisplayName("change the parts of a key: the instance has both keys before the older part is left out")
    void changeKey() {
        Correlation<Message> byOther = Correlation.<Message>content("orders").part("Other", Message::order);
        Operation<Order, Message, String> otherwise = Operation.mustExist("Otherwise", Message.class)
                .correlatedBy(byOther)
                .handledBy((turn, state, message) ->
                        turn.become(withText(state, message.text())).text());
        Operation<Order, Message, String> both = Operation.mustExist("Both", Message.class)
                .correlatedBy(BY_ORDER)
                .handledBy((turn, state, message) -> {
                    turn.associateKey(
                            CorrelationKey.of(KeyAlgorithm.SHA_256_128, "orders", Map.of("Other", message.order())));
                    return turn.become(withText(state, message.text())).text();
                });
        Release<Order> old = old(Codec.JACKSON);
        Running<Order> newer =
                newer(new Release<>(old.values(), old.definition().with(otherwise, both), old.set(), old.read()));
        newer.set("a");
        assertThat(newer.host.call(otherwise, new Message(order, "unknown")))
                .isInstanceOf(CallOutcome.UnknownInstance.class);

        newer.reply(both, "has both");

        assertThat(newer.reply(otherwise, "b")).isEqualTo("b");
        assertThat(newer.read()).startsWith("Order[text=b");
    }
}
