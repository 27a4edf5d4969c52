// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

/** Who looks after an instance is said by the type of the host that began it, and a host that does not says so. */
final class HostTypeTest {

    private static final String OF_ANOTHER = "belongs to hosts of another type";

    private final Farm farm = new Farm();
    private final CapturedLog log = CapturedLog.open();

    HostTypeTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        log.close();
        farm.close();
    }

    private WorkflowHost host(String node, UnaryOperator<HostBuilder> settings) {
        return farm.host(node, builder -> settings.apply(builder.timeToUnload(Duration.ZERO)));
    }

    private List<String> warnings() {
        return log.lines(Level.WARN, OF_ANOTHER);
    }

    private OwnerDescription describedBy(UnaryOperator<HostBuilder> settings) {
        HostBuilder builder = WorkflowHost.builder(farm.store()).node("n").definition(farm.definition);
        return settings.apply(builder).settings().description();
    }

    @Test
    void hostOfATypeSaysAllElseThatAHostSaysOfItself() {
        OwnerDescription without = describedBy(builder -> builder);

        OwnerDescription shop = describedBy(builder -> builder.hostType("shop"));

        assertThat(without.hostType()).isEqualTo("PizzaOrder");
        assertThat(shop)
                .isEqualTo(new OwnerDescription(
                        "shop",
                        without.definitions(),
                        without.completion(),
                        without.published(),
                        without.unpublished()));
        assertThat(shop.published()).isEqualTo(Map.of("node", "n"));
        assertThat(shop.definitions().match()).isEqualTo(DefinitionFilter.Match.ANY_REVISION);
    }

    @Test
    void blankTypeIsRefused() {
        HostBuilder builder = WorkflowHost.builder(farm.store());

        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> builder.hostType(" "));
    }

    @Test
    void typeThatIsSaidTwiceIsRefusedInWhicheverOrder() {
        OwnerDescription owner = OwnerDescription.ofType("shop");
        for (UnaryOperator<HostBuilder> both : List.<UnaryOperator<HostBuilder>>of(
                builder -> builder.hostType("shop").owner(owner),
                builder -> builder.owner(owner).hostType("shop"))) {
            HostBuilder builder = both.apply(WorkflowHost.builder(farm.store()).definition(farm.definition));

            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(builder::start)
                    .withMessageContaining("hostType(\"shop\") and by owner(...)");
        }
    }

    @Test
    void hostWithOneDefinitionMoreLooksAfterTheInstancesOfItsType() {
        try (WorkflowHost former = host("former", builder -> builder.hostType("shop"))) {
            former.call(Orders.REMIND_LATER, topping("7", "base"));
        }
        WorkflowHost more = host("more", builder -> builder.hostType("shop").definition(Docs.DEFINITION));

        farm.advance(Duration.ofMinutes(1));

        assertThat(reply(more.call(Orders.READ, topping("7", "")))).isEqualTo("base+late-once");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void hostOfTwoTypesDoesNotTakeWhatOnlyTheOtherCanRun() {
        try (WorkflowHost former = host("former", builder -> builder.hostType("shop"))) {
            former.call(Orders.REMIND_LATER, topping("7", "base"));
        }
        farm.definition = Docs.DEFINITION;
        host("docs", builder -> builder.hostType("shop"));

        farm.advance(Duration.ofMinutes(2));

        assertThat(log.lines(Level.WARN, "skipped an instance")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void firstMessageForATimerThatNoHostHereLooksAfterIsAWarning(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.concurrency(way);
        try (WorkflowHost former = host("former", builder -> builder)) {
            former.call(Orders.REMIND_LATER, topping("7", "base"));
            former.call(Orders.REMIND_LATER, topping("8", "base"));
        }
        WorkflowHost more = host("more", builder -> builder.definition(Docs.DEFINITION));

        for (String order : List.of("7", "7", "8")) {
            more.call(Orders.ADD, topping(order, "cheese"));
        }

        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("node=more")
                .contains("instance=" + Orders.home("7"))
                .contains("hostType=PizzaOrder")
                .contains("hostTypeHere=Document+PizzaOrder")
                .contains("hostType(\"PizzaOrder\")");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void turnThatSetsATimerThereIsAWarning(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.concurrency(way);
        try (WorkflowHost former = host("former", builder -> builder)) {
            former.call(Orders.ADD, topping("7", "base"));
        }
        WorkflowHost other = host("other", builder -> builder.hostType("shop"));
        other.call(Orders.ADD, topping("7", "cheese"));
        assertThat(warnings()).isEmpty();

        other.call(Orders.REMIND_LATER, topping("7", "more"));

        assertThat(warnings()).hasSize(1);
    }

    @Test
    void messageForAMailboxThatNoHostHereLooksAfterIsAWarning() {
        try (WorkflowHost former = host("former", builder -> builder)) {
            former.post(Orders.ADD, topping("7", "base"), PostOptions.DEFAULT.delayedBy(Duration.ofHours(1)));
        }
        WorkflowHost other = host("other", builder -> builder.hostType("shop"));

        other.post(Orders.ADD, topping("7", "cheese"));

        assertThat(warnings()).hasSize(1);
    }

    @Test
    void anInstanceOfNoTypeIsAWarningOfItsOwn() {
        Operation<Docs.Doc, Docs.Edit, String> later = Operation.mustExist("Later", Docs.Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    turn.scheduleAfter("later", SECOND, Docs.UPDATE, edit);
                    return "";
                });
        farm.definition = Docs.DEFINITION.with(later);
        RoutingTest.createByTool(farm, InstanceId.random(), Docs.key("42").metadata(), null);
        WorkflowHost host = host("one", builder -> builder);

        host.call(later, Docs.edit("42", "b"));

        assertThat(log.lines(Level.WARN, "belongs to no host type")).hasSize(1);
    }

    @Test
    void whoLooksAfterNothingIsNotWarned() {
        try (WorkflowHost former = host("former", builder -> builder)) {
            former.call(Orders.REMIND_LATER, topping("7", "base"));
        }
        WorkflowHost tool = host("tool", builder -> builder.owner(OwnerDescription.anonymous()));

        tool.call(Orders.ADD, topping("7", "cheese"));

        assertThat(warnings()).isEmpty();
    }

    @Test
    void hostOfSeveralDefinitionsThatSaysNoTypeIsToldWhichItHas() {
        host("one", builder -> builder);
        host("typed", builder -> builder.hostType("Document+PizzaOrder").definition(Docs.DEFINITION));
        assertThat(log.lines(Level.INFO, "host type")).isEmpty();

        host("two", builder -> builder.definition(Docs.DEFINITION));

        assertThat(log.lines(Level.INFO, "host type"))
                .singleElement()
                .asString()
                .contains("node=two")
                .contains("hostType(\"Document+PizzaOrder\")");
    }
}
