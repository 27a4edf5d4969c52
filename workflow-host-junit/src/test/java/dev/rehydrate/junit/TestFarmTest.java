// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import static dev.rehydrate.junit.Carts.ADD;
import static dev.rehydrate.junit.Carts.tea;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.junit.Carts.Cart;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TestFarmTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Instant EVENING = Instant.parse("2027-05-01T20:00:00Z");

    @RegisterExtension
    final TestFarm farm = TestFarm.with(Carts.DEFINITION);

    @RegisterExtension
    final TestFarm other = TestFarm.with(Carts.DEFINITION)
            .startingAt(EVENING)
            .storing(ValueEncoding.simpleTypes())
            .configuring(host -> host.timeToUnload(Duration.ZERO));

    private static int reply(CallOutcome<Integer> outcome) {
        return outcome.replyOrThrow().reply();
    }

    private int items(String cart) {
        InstanceSnapshot stored = farm.stored(Carts.key(cart)).orElseThrow();
        return stored.data().get("state", Cart.class).items();
    }

    @Test
    void aCallIsDoneWhenItReturnsAndWhatIsStoredCanBeSeen() {
        assertThat(reply(farm.host().call(ADD, tea("7")))).isEqualTo(1);
        assertThat(reply(farm.host().call(ADD, tea("7")))).isEqualTo(2);

        assertThat(items("7")).isEqualTo(2);
        assertThat(farm.stored(InstanceId.atHomeOf(Carts.key("7").key()))).isPresent();
        assertThat(farm.stored(Carts.key("8"))).isEmpty();
    }

    @Test
    void timeStandsStillUntilItIsMoved() {
        farm.host().call(ADD, tea("7"));
        farm.forgetEvents();

        farm.advance(Duration.ofSeconds(59));
        assertThat(farm.host().instancesInMemory()).isEqualTo(1);
        assertThat(farm.events()).isEmpty();
        farm.advance(SECOND);

        assertThat(farm.host().instancesInMemory()).isZero();
        assertThat(farm.events()).extracting(HostEvent::kind).containsExactly(Kind.DEHYDRATED);
        assertThat(farm.events(Kind.DEHYDRATED))
                .extracting(HostEvent::at)
                .containsExactly(Instant.parse("2026-01-01T00:01:00Z"));
        assertThat(farm.time().instant()).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
    }

    @Test
    void hostsHaveNamesAndShareWhatIsStored() {
        WorkflowHost a = farm.start("a", settings -> settings.timeToUnload(Duration.ZERO));
        a.call(ADD, tea("7"));

        assertThat(reply(farm.host("b").call(ADD, tea("7")))).isEqualTo(2);

        assertThat(farm.host("a")).isSameAs(a).isNotSameAs(farm.host("b"));
        assertThat(farm.events(Kind.REHYDRATED)).extracting(HostEvent::node).containsExactly("b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> farm.start("a", settings -> settings))
                .withMessageContaining("'a'");
    }

    @Test
    void aCallThatWaitsForAnotherHostIsAnsweredWhenTimeIsMoved() {
        farm.host("a").call(ADD, tea("7"));

        CompletableFuture<CallOutcome<Integer>> answer =
                farm.host("b").callAsync(ADD, tea("7"), CallOptions.DEFAULT.within(Duration.ofMinutes(2)));
        assertThat(answer).isNotDone();
        farm.advance(Duration.ofMinutes(1).plus(SECOND));

        assertThat(answer).isCompletedWithValueMatching(outcome -> reply(outcome) == 2);
    }

    @Test
    void aHostThatIsStoppedGivesAllBack() {
        WorkflowHost a = farm.host("a");
        a.call(ADD, tea("7"));

        farm.stop("a");

        assertThat(reply(farm.host("b").call(ADD, tea("7")))).isEqualTo(2);
        assertThatExceptionOfType(HostStoppedException.class).isThrownBy(() -> a.call(ADD, tea("7")));
        assertThat(farm.host("a")).isNotSameAs(a);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> farm.stop("stranger"))
                .withMessageContaining("'stranger'")
                .withMessageContaining("a");
    }

    @Test
    void aCallThatWaitsKeepsAHostFromStoppingUntilItIsAnswered() {
        farm.host("a").call(ADD, tea("7"));
        CompletableFuture<CallOutcome<Integer>> answer = farm.host("b").callAsync(ADD, tea("7"), CallOptions.DEFAULT);

        farm.stop("b");
        assertThat(answer).isNotDone();
        farm.stop("a");
        farm.advance(SECOND);

        assertThat(answer).isCompletedWithValueMatching(outcome -> reply(outcome) == 2);
        assertThat(farm.stored(Carts.key("7")).orElseThrow().header().holder()).isNull();
    }

    @Test
    void whatAHostHeldWhenItWasKilledIsFreeAfterItsLease() {
        farm.host("a").call(ADD, tea("7"));
        farm.host("b");
        farm.kill("a");

        CompletableFuture<CallOutcome<Integer>> answer =
                farm.host("b").callAsync(ADD, tea("7"), CallOptions.DEFAULT.within(Duration.ofMinutes(5)));
        farm.advance(SECOND);
        assertThat(answer).isNotDone();
        farm.advance(Duration.ofMinutes(2));

        assertThat(answer).isCompletedWithValueMatching(outcome -> reply(outcome) == 2);
        assertThat(items("7")).isEqualTo(2);
        assertThat(reply(farm.host("a")
                        .callAsync(ADD, tea("9"), CallOptions.DEFAULT)
                        .getNow(null)))
                .isEqualTo(1);
    }

    @Test
    void settingsAreThoseOfTheFarm() {
        assertThat(other.time().instant()).isEqualTo(EVENING);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> other.host())
                .withMessageContaining("only simple types can be stored until a codec is configured");
        assertThatIllegalArgumentException().isThrownBy(TestFarm::with);
    }

    @Test
    void betweenTestsThereIsNoFarm() {
        assertThatIllegalStateException()
                .isThrownBy(TestFarm.with(Carts.DEFINITION)::host)
                .withMessageContaining("@RegisterExtension");
    }
}
