// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two messages at once, on two nodes, for one order; half of the orders do not exist before. */
abstract class PizzaRaceContract {

    private static final int RACES = Integer.getInteger("rehydrate.races", 300);
    private static final int AT_ONCE = 10;
    /** A busy machine can let one call of each race end before it begins the other. */
    private static final int MOST_RACES = 100 * RACES;

    private HostFarm farm;
    private List<WorkflowHost> hosts;

    abstract Provider provider();

    @BeforeEach
    void open() {
        farm = new HostFarm(provider());
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("both toppings are in the order, each reply was saved, no acknowledgement is lost or doubled")
    void bothToppingsAreInTheOrder(ConcurrencyControl way) {
        hosts = IntStream.range(0, 2)
                .mapToObj(node -> farm.host(
                        node,
                        Orders.DEFINITION.concurrency(way),
                        settings -> settings.timeToUnload(Duration.ZERO)
                                .backoff(new Backoff(Duration.ofMillis(1), Duration.ofMillis(50)))))
                .toList();
        List<String> wrong = new ArrayList<>();
        long startedAt = System.nanoTime();
        int first = 0;
        for (; first < RACES || (closeRaces() == 0 && first < MOST_RACES); first += AT_ONCE) {
            List<Race> races =
                    IntStream.range(first, first + AT_ONCE).mapToObj(this::race).toList();
            races.forEach(race -> race.judge(wrong));
        }
        long millis = (System.nanoTime() - startedAt) / 1_000_000;
        System.out.printf(
                "%d races %s: %d wrong, %d re-run, %d waited, %d ms%n",
                first, way, wrong.size(), farm.count(Kind.RERUN), farm.count(Kind.WAITED), millis);

        assertThat(wrong).isEmpty();
        assertThat(closeRaces()).as("races that were close").isPositive();
        assertThat(hosts).allMatch(host -> host.instancesInMemory() == 0);
    }

    private long closeRaces() {
        return farm.count(Kind.RERUN) + farm.count(Kind.WAITED);
    }

    private Race race(int number) {
        String order = farm.named("race-" + number);
        boolean exists = number % 2 == 0;
        Revision base = exists
                ? hosts.get(number / 2 % 2)
                        .call(Orders.ADD, topping(order, "base"))
                        .replyOrThrow()
                        .facts()
                        .revision()
                : null;
        CompletableFuture<Void> gun = new CompletableFuture<>();
        CompletableFuture<CallOutcome<String>> cheese = add(gun, 0, order, "cheese");
        CompletableFuture<CallOutcome<String>> ham = add(gun, 1, order, "ham");
        gun.complete(null);
        return new Race(order, base, cheese, ham);
    }

    private CompletableFuture<CallOutcome<String>> add(
            CompletableFuture<Void> gun, int node, String order, String name) {
        return gun.thenComposeAsync(
                shot -> hosts.get(node).callAsync(Orders.ADD, topping(order, name), CallOptions.DEFAULT));
    }

    private final class Race {

        private final String order;
        private final Revision base;
        private final CompletableFuture<CallOutcome<String>> cheese;
        private final CompletableFuture<CallOutcome<String>> ham;

        Race(
                String order,
                Revision base,
                CompletableFuture<CallOutcome<String>> cheese,
                CompletableFuture<CallOutcome<String>> ham) {
            this.order = order;
            this.base = base;
            this.cheese = cheese;
            this.ham = ham;
        }

        void judge(List<String> wrong) {
            CallOutcome.Replied<String> withCheese = answer(cheese);
            CallOutcome.Replied<String> withHam = answer(ham);
            InstanceSnapshot stored = farm.peek(Orders.home(order)).snapshotOrThrow();
            boolean cheeseFirst = withCheese.reply().length() < withHam.reply().length();
            boolean right = cheeseFirst
                    ? isRight("cheese", withCheese, "ham", withHam, stored)
                    : isRight("ham", withHam, "cheese", withCheese, stored);
            if (!right) {
                wrong.add(withCheese + " and " + withHam + " but " + stored.header() + " "
                        + stored.data().get("toppings", String.class));
            }
        }

        private boolean isRight(
                String first,
                CallOutcome.Replied<String> one,
                String second,
                CallOutcome.Replied<String> two,
                InstanceSnapshot stored) {
            String begin = base == null ? first : "base+" + first;
            Revision revision = one.facts().revision();
            return one.reply().equals(begin)
                    && two.reply().equals(begin + "+" + second)
                    && stored.data().get("toppings", String.class).equals(two.reply())
                    && (base == null || revision.comesRightAfter(base))
                    && two.facts().revision().comesRightAfter(revision)
                    && stored.revision().equals(two.facts().revision())
                    && stored.header().holder() == null
                    && Set.of(one, two).stream().allMatch(reply -> reply.facts().has(TurnFacts.Mark.SAVED));
        }

        private CallOutcome.Replied<String> answer(CompletableFuture<CallOutcome<String>> call) {
            return Waiting.forAnswer(call, HostFarm.PATIENCE).replyOrThrow();
        }
    }
}
