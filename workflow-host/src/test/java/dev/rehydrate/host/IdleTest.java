// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class IdleTest {

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    @DisplayName("WF-65 timeToUnload 0: saved and released before the reply")
    void zeroUnloadsBeforeTheReply() {
        WorkflowHost host = farm.host("one");

        Revision replied =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts().revision();

        assertThat(header("42").revision()).isEqualTo(replied);
        assertThat(header("42").holder()).isNull();
        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    @DisplayName("WF-65 timeToUnload not given: unloaded after one minute")
    void defaultIsOneMinute() {
        WorkflowHost host = farm.host("one", settings -> settings);
        host.call(Docs.CREATE, edit("42", "a"));

        farm.advance(Duration.ofMinutes(1).minusMillis(1));
        assertThat(host.instancesInMemory()).isEqualTo(1);
        farm.advance(Duration.ofMillis(1));
        assertThat(host.instancesInMemory()).isZero();
        assertThat(header("42").holder()).isNull();
    }

    @Test
    @DisplayName("WF-65 timeToUnload MAX: stays loaded")
    void neverStaysLoaded() {
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(IdlePolicy.NEVER));
        host.call(Docs.CREATE, edit("42", "a"));

        farm.advance(Duration.ofHours(2));

        assertThat(host.instancesInMemory()).isEqualTo(1);
        assertThat(header("42").holder()).isEqualTo(host.owner().orElseThrow());
    }

    @Test
    @DisplayName("WF-66 timeToPersist 1 s, timeToUnload 3 s: saved at 1 s, released at 3 s without another save")
    void persistThenUnloadSavesOnce() {
        WorkflowHost host = lazy(SECOND, SECOND.multipliedBy(3));
        host.call(Docs.CREATE, edit("42", "a"));
        Revision created = header("42").revision();
        assertThat(host.call(Docs.UPDATE, edit("42", "b"))
                        .replyOrThrow()
                        .facts()
                        .has(Mark.SAVED))
                .isFalse();
        farm.happened();
        farm.engine.operations();

        farm.advance(SECOND.minusNanos(1));
        assertThat(header("42").revision()).isEqualTo(created);
        farm.advance(Duration.ofNanos(1));
        assertThat(header("42").revision().comesRightAfter(created)).isTrue();
        assertThat(header("42").holder()).isNotNull();
        farm.advance(SECOND.multipliedBy(2).minusNanos(1));
        assertThat(host.instancesInMemory()).isEqualTo(1);
        farm.advance(Duration.ofNanos(1));

        assertThat(header("42").holder()).isNull();
        assertThat(header("42").revision().comesRightAfter(created)).isTrue();
        assertThat(farm.happened()).containsExactly(Kind.PERSISTED, Kind.DEHYDRATED);
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void withoutPersistTheUnloadIsOneSave() {
        WorkflowHost host = lazy(IdlePolicy.NEVER, SECOND.multipliedBy(3));
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.UPDATE, edit("42", "b"));
        farm.happened();

        farm.advance(SECOND.multipliedBy(3));

        assertThat(farm.happened()).containsExactly(Kind.PERSISTED, Kind.DEHYDRATED);
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void persistAtOnceSavesAsSoonAsIdleAndKeepsTheHold() {
        WorkflowHost host = lazy(Duration.ZERO, SECOND);
        Revision created =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts().revision();

        host.call(Docs.UPDATE, edit("42", "b"));

        assertThat(header("42").revision().comesRightAfter(created)).isTrue();
        assertThat(header("42").holder()).isNotNull();
        farm.advance(SECOND);
        assertThat(header("42").holder()).isNull();
    }

    @Test
    void newActivityCallsTheUnloadOff() {
        WorkflowHost host = lazy(SECOND, SECOND.multipliedBy(3));
        host.call(Docs.CREATE, edit("42", "a"));
        for (int i = 0; i < 10; i++) {
            farm.advance(SECOND.multipliedBy(2));
            host.call(Docs.UPDATE, edit("42", "b"));
        }

        farm.advance(SECOND.multipliedBy(3).minusNanos(1));
        assertThat(host.instancesInMemory()).isEqualTo(1);
        farm.advance(Duration.ofNanos(1));
        assertThat(host.instancesInMemory()).isZero();
        assertThat(farm.happened()).doesNotContain(Kind.REHYDRATED, Kind.ABORTED);
    }

    @Test
    void replyAfterSaveLeavesNothingToSaveWhenIdle() {
        WorkflowHost host =
                farm.host("one", settings -> settings.timeToPersist(SECOND).timeToUnload(SECOND.multipliedBy(3)));
        host.call(Docs.CREATE, edit("42", "a"));
        Revision updated =
                host.call(Docs.UPDATE, edit("42", "b")).replyOrThrow().facts().revision();
        assertThat(header("42").revision()).isEqualTo(updated);

        farm.advance(SECOND.multipliedBy(3));

        assertThat(header("42").revision()).isEqualTo(updated);
        assertThat(header("42").holder()).isNull();
    }

    @Test
    @DisplayName("WF-68 a message that comes while the instance is being unloaded is not lost")
    void messageDuringTheUnloadIsNotLost() {
        WorkflowHost host = lazy(IdlePolicy.NEVER, SECOND);
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.UPDATE, edit("42", "b"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        farm.advance(SECOND);

        CompletableFuture<CallOutcome<String>> late = host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT);
        assertThat(late).isNotDone();
        farm.engine.letGo();

        assertThat(reply(now(late))).isEqualTo("a b c");
        farm.advance(SECOND);
        assertThat(reply(farm.host("two").call(Docs.READ, edit("42", "")))).isEqualTo("a b c");
    }

    @Test
    @DisplayName("WF-68 a message that comes while the instance is being saved finds it in memory")
    void messageDuringTheSaveFindsTheInstanceInMemory() {
        WorkflowHost host = lazy(SECOND, SECOND.multipliedBy(3));
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.UPDATE, edit("42", "b"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        farm.advance(SECOND);
        farm.happened();

        CompletableFuture<CallOutcome<String>> late = host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT);
        farm.engine.letGo();

        assertThat(reply(now(late))).isEqualTo("a b c");
        assertThat(farm.happened()).containsExactly(Kind.PERSISTED);
        farm.advance(SECOND);
        assertThat(farm.happened()).containsExactly(Kind.PERSISTED);
        farm.advance(SECOND.multipliedBy(2));
        assertThat(reply(farm.host("two").call(Docs.READ, edit("42", "")))).isEqualTo("a b c");
    }

    @Test
    void failedIdleSaveDropsToTheLastSavedStateAndSaysWhatIsLost() {
        WorkflowHost host = lazy(SECOND, SECOND.multipliedBy(3));
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.UPDATE, edit("42", "b"));
        host.call(Docs.UPDATE, edit("42", "c"));
        farm.engine.trouble(CommitInstance.class, Trouble.UNAVAILABLE);

        farm.advance(SECOND);

        assertThat(farm.lastEvent(Kind.ABORTED)).satisfies(event -> {
            assertThat(event.unsavedReplies()).isEqualTo(2);
            assertThat(event.instance()).isEqualTo(Docs.home("42"));
            assertThat(event.cause()).isInstanceOf(StoreUnavailableException.class);
        });
        assertThat(header("42").holder()).isNull();
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    @Test
    void suspensionUnderTheHoldDoesNotLoseWhatIsUnsaved() {
        WorkflowHost host = lazy(IdlePolicy.NEVER, SECOND);
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.UPDATE, edit("42", "b"));
        farm.tool().ask(Docs.home("42"), SuspendInstance.because("audit"));

        farm.advance(SECOND);

        assertThat(farm.happened()).doesNotContain(Kind.ABORTED);
        assertThat(header("42").suspension()).isNotNull();
        assertThat(header("42").holder()).isNull();
        assertThat(farm.stored("42").snapshot().data().get("state", Docs.Doc.class).edits)
                .containsExactly("a", "b");
    }

    @Test
    void expectedRevisionIsComparedWithWhatWouldBeSaved() {
        WorkflowHost host = lazy(IdlePolicy.NEVER, SECOND);
        Revision created =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts().revision();
        host.call(Docs.UPDATE, edit("42", "b"));

        CallOutcome<String> stale = host.call(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT.ifMatch(created));
        Revision saved = header("42").revision();
        assertThat(stale).isEqualTo(new CallOutcome.Stale<String>(Docs.home("42"), saved));
        assertThat(saved.comesRightAfter(created)).isTrue();
    }

    private WorkflowHost lazy(Duration timeToPersist, Duration timeToUnload) {
        return farm.host(
                "one",
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE)
                        .timeToPersist(timeToPersist)
                        .timeToUnload(timeToUnload));
    }

    private InstanceHeader header(String id) {
        return farm.stored(id).snapshot().header();
    }

    @Test
    void instancesThatHaveLeftMemoryLeaveNoAlarmBehind() {
        farm.definition = Orders.DEFINITION;
        AlarmCount clock = new AlarmCount(farm.time);
        WorkflowHost host = farm.host("one", settings -> settings.time(clock).timeToUnload(SECOND));
        host.call(Orders.REMIND_OFTEN, Orders.topping("7", "base"));
        farm.advance(SECOND.multipliedBy(2));
        int before = clock.pending.get();

        for (int i = 0; i < 20; i++) {
            host.call(Orders.READ, Orders.topping("7", ""));
            farm.advance(SECOND.multipliedBy(2));
        }

        assertThat(host.instancesInMemory()).isZero();
        assertThat(clock.pending).hasValueLessThanOrEqualTo(before);
    }

    /** Counts what is scheduled and neither done nor called off. */
    private static final class AlarmCount extends ForwardingTime {

        private final AtomicInteger pending = new AtomicInteger();

        AlarmCount(TimeSource clock) {
            super(clock);
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            pending.incrementAndGet();
            AtomicBoolean over = new AtomicBoolean();
            Runnable once = () -> {
                if (over.compareAndSet(false, true)) {
                    pending.decrementAndGet();
                }
            };
            Cancellable alarm = super.schedule(delay, () -> {
                once.run();
                task.run();
            });
            return () -> {
                once.run();
                alarm.cancel();
            };
        }
    }
}
