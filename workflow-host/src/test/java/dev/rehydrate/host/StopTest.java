// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class StopTest {

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    @DisplayName("WF-71 stop saves and releases all and retires the owner; another host can load all at once")
    void stopGivesEverythingBack() {
        WorkflowHost host = lazy();
        for (int i = 0; i < 100; i++) {
            host.call(Docs.CREATE, edit("doc " + i, "a"));
            host.call(Docs.UPDATE, edit("doc " + i, "b"));
        }
        farm.happened();

        host.close();

        assertThat(farm.happened()).hasSize(200).containsOnly(Kind.PERSISTED, Kind.DEHYDRATED);
        assertThat(host.owner()).isEmpty();
        assertThat(host.instancesInMemory()).isZero();
        WorkflowHost other = farm.host("two");
        for (int i = 0; i < 100; i++) {
            assertThat(reply(other.call(Docs.UPDATE, edit("doc " + i, "c")))).isEqualTo("a b c");
        }
    }

    @Test
    void stoppedHostTakesNoMessages() {
        WorkflowHost host = lazy();
        host.close();
        host.close();

        assertThatExceptionOfType(HostStoppedException.class)
                .isThrownBy(() -> host.call(Docs.CREATE, edit("42", "a")))
                .withMessageContaining("one");
    }

    @Test
    void turnsThatAreUnderWayEnd() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var running = host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        var waiting = host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT);

        CompletableFuture<Void> stopped = host.stop(SECOND.multipliedBy(5));
        assertThat(stopped).isNotDone();
        farm.engine.letGo();

        assertThat(stopped).isDone();
        assertThat(reply(now(running))).isEqualTo("a b");
        assertThat(reply(now(waiting))).isEqualTo("a b c");
    }

    @Test
    void deadlineEndsTheStopAndWhatIsLostIsTold() {
        WorkflowHost host = lazy();
        host.call(Docs.CREATE, edit("1", "a"));
        host.call(Docs.UPDATE, edit("1", "b"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);

        CompletableFuture<Void> stopped = host.stop(SECOND.multipliedBy(5));
        farm.advance(SECOND.multipliedBy(5));
        assertThat(stopped).isDone();
        farm.advance(SECOND.multipliedBy(5));

        assertThat(farm.lastEvent(Kind.ABORTED).unsavedReplies()).isEqualTo(1);
        assertThat(reply(farm.host("two").call(Docs.READ, edit("1", "")))).isEqualTo("a");
    }

    @Test
    void instanceThatCannotBeSavedDoesNotKeepTheHostFromStopping() {
        WorkflowHost host = lazy();
        for (int i = 0; i < 12; i++) {
            host.call(Docs.CREATE, edit("doc " + i, "a"));
            host.call(Docs.UPDATE, edit("doc " + i, "b"));
        }
        farm.engine.trouble(
                CommitInstance.class,
                Collections.nCopies(3, Trouble.UNAVAILABLE).toArray(Trouble[]::new));
        farm.happened();

        host.close();

        assertThat(farm.events.stream().filter(event -> event.kind() == Kind.ABORTED))
                .hasSize(3)
                .allMatch(event -> event.cause() instanceof StoreUnavailableException);
        assertThat(farm.happened()).filteredOn(Kind.DEHYDRATED::equals).hasSize(9);
    }

    @Test
    void callThatDoesNotEndKeepsNothingElseFromBeingSaved() {
        farm.host("two").call(Docs.CREATE, edit("held", "a"));
        WorkflowHost host = lazy();
        host.call(Docs.CREATE, edit("1", "a"));
        host.call(Docs.UPDATE, edit("1", "b"));
        var held = farm.tool().hold(Docs.home("held"));
        var waiting =
                host.callAsync(Docs.UPDATE, edit("held", "b"), CallOptions.DEFAULT.within(SECOND.multipliedBy(60)));

        CompletableFuture<Void> stopped = host.stop(SECOND.multipliedBy(5));
        farm.advance(SECOND.multipliedBy(5));
        assertThat(stopped).isDone();
        held.close();
        farm.advance(SECOND.multipliedBy(5));

        assertThat(waiting).isCompletedExceptionally();
        assertThat(reply(farm.host("three").call(Docs.READ, edit("1", "")))).isEqualTo("a b");
        assertThat(farm.happened()).doesNotContain(Kind.ABORTED);
    }

    @Test
    void callsBehindATurnThatDoesNotEndAreToldThatTheHostHasStopped() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var running = host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        var waiting =
                host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT.within(SECOND.multipliedBy(600)));

        CompletableFuture<Void> stopped = host.stop(SECOND.multipliedBy(5));
        farm.advance(SECOND.multipliedBy(4));
        assertThat(waiting).isNotDone();
        farm.advance(SECOND);

        assertThat(stopped).isDone();
        assertThat(running).isNotDone();
        assertThat(waiting)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(HostStoppedException.class);
        farm.engine.letGo();
        farm.happened();
        assertThat(reply(farm.host("two").call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void manyInstancesWhoseSinkHangsKeepNoOtherFromBeingSaved() {
        farm.definition = Orders.DEFINITION;
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE)
                        .timeToUnload(IdlePolicy.NEVER)
                        .sink(message -> new CompletableFuture<>()));
        for (int i = 0; i < 20; i++) {
            host.call(Orders.ADD, topping("quiet " + i, "a"));
            host.call(Orders.ADD, topping("quiet " + i, "b"));
            host.call(Orders.COOK, topping("sends " + i, "a"));
        }

        CompletableFuture<Void> stopped = host.stop(SECOND.multipliedBy(5));
        farm.advance(SECOND.multipliedBy(5));

        assertThat(stopped).isDone();
        assertThat(farm.events.stream()
                        .filter(event -> event.kind() == Kind.ABORTED)
                        .mapToInt(HostEvent::unsavedReplies)
                        .sum())
                .isZero();
        WorkflowHost other = farm.host("two");
        for (int i = 0; i < 20; i++) {
            assertThat(reply(other.call(Orders.READ, topping("quiet " + i, ""))))
                    .isEqualTo("a+b");
        }
    }

    @Test
    void hostThatStopsWhileItsLeaseIsLostJustStops() {
        WorkflowHost host = lazy();
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.stopBeats();
        farm.advance(Duration.ofSeconds(31));

        host.close();

        assertThat(host.owner()).isEmpty();
    }

    @Test
    void hostWhoseStoreIsClosedTakesNoMessagesAndStops() {
        InstanceStore store = farm.store();
        WorkflowHost host = farm.host("one", store, settings -> settings);
        store.close();

        assertThatExceptionOfType(HostStoppedException.class).isThrownBy(() -> host.call(Docs.CREATE, edit("42", "a")));
        host.close();
    }

    private WorkflowHost lazy() {
        return farm.host(
                "one", settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(IdlePolicy.NEVER));
    }
}
