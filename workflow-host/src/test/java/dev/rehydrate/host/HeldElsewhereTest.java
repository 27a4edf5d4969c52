// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.host.Docs.Doc;
import dev.rehydrate.host.Docs.Edit;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HeldElsewhereTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Backoff HOURLY = new Backoff(HOUR, HOUR);

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void messageWaitsUntilTheInstanceIsGivenBack() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        InstanceHandle hold = farm.tool().hold(Docs.home("42"));

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND.multipliedBy(7));
        assertThat(answer).isNotDone();
        hold.close();
        farm.advance(SECOND);

        assertThat(reply(now(answer))).isEqualTo("a b");
        assertThat(now(answer).replyOrThrow().facts().attempts()).isGreaterThan(10);
        assertThat(farm.happened()).contains(Kind.WAITED);
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void messageGoesOnAtTheReleaseHoweverFarItsNextAttemptIs(ConcurrencyControl way) {
        farm.definition = Docs.DEFINITION.concurrency(way);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).backoff(HOURLY));
        host.call(Docs.CREATE, edit("42", "a"));
        InstanceHandle hold = farm.tool().hold(Docs.home("42"));

        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT.within(HOUR.multipliedBy(2)));
        assertThat(answer).isNotDone();
        hold.close();

        assertThat(reply(now(answer))).isEqualTo("a b");
        assertThat(now(answer).replyOrThrow().facts().attempts()).isEqualTo(2);
    }

    @Test
    void manyHostsThatWaitGoOnOneAfterAnother() {
        List<CompletableFuture<CallOutcome<String>>> answers = new ArrayList<>();
        farm.host("first").call(Docs.CREATE, edit("42", "a"));
        InstanceHandle hold = farm.tool().hold(Docs.home("42"));
        for (String text : List.of("b", "c", "d", "e", "f")) {
            WorkflowHost host = farm.host(
                    text, settings -> settings.timeToUnload(Duration.ZERO).backoff(HOURLY));
            answers.add(
                    host.callAsync(Docs.UPDATE, edit("42", text), CallOptions.DEFAULT.within(HOUR.multipliedBy(2))));
        }
        hold.close();

        assertThat(answers).extracting(answer -> reply(now(answer)).length()).containsExactlyInAnyOrder(3, 5, 7, 9, 11);
    }

    @Test
    void newsThatIsNotTrueCostsAnAttemptAndNoDeadline() {
        farm.definition = Docs.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).backoff(HOURLY));
        host.call(Docs.CREATE, edit("42", "a"));
        farm.tool().hold(Docs.home("42"));
        CompletableFuture<CallOutcome<String>> answer =
                host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT.within(HOUR.multipliedBy(2)));
        farm.advance(Duration.ofMinutes(20));
        farm.happened();

        farm.engine.announce(new Announcement.Released(Docs.home("42")));
        assertThat(answer).isNotDone();
        farm.engine.announce(new Announcement.Released(Docs.home("42")));
        assertThat(farm.happened()).containsExactly(Kind.WAITED, Kind.WAITED);
        farm.advance(HOUR.multipliedBy(2));

        assertThat(now(answer)).isInstanceOf(CallOutcome.Busy.class);
    }

    @Test
    void deadlineEndsTheWaitAndNamesTheHolder() {
        WorkflowHost one = farm.host("one", settings -> settings);
        WorkflowHost two = farm.host("two");
        one.call(Docs.CREATE, edit("42", "a"));

        CompletableFuture<CallOutcome<String>> answer =
                two.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT.within(SECOND));
        farm.advance(SECOND);

        assertThat(now(answer)).isInstanceOfSatisfying(CallOutcome.Busy.class, busy -> {
            assertThat(busy.holder().owner()).isEqualTo(one.owner().orElseThrow());
            assertThat(busy.holder().published()).isEqualTo(Map.of("node", "one"));
            assertThat(busy.instance()).isEqualTo(Docs.home("42"));
            assertThat(busy.asked()).contains("42");
        });
        assertThat(reply(one.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    @Test
    void createOfAnInstanceInMemoryElsewhereIsRefusedAtOnce() {
        WorkflowHost one = farm.host("one", settings -> settings);
        one.call(Docs.CREATE, edit("42", "a"));

        assertThat(farm.host("two").call(Docs.CREATE, edit("42", "b"))).isInstanceOf(CallOutcome.AlreadyExists.class);
    }

    @Test
    void otherHostGoesOnWhenTheFirstUnloads() {
        WorkflowHost one = farm.host("one", settings -> settings.timeToUnload(SECOND));
        WorkflowHost two = farm.host("two", settings -> settings.timeToUnload(SECOND));
        one.call(Docs.CREATE, edit("42", "a"));

        CompletableFuture<CallOutcome<String>> answer =
                two.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);
        farm.advance(SECOND.multipliedBy(2));

        assertThat(reply(now(answer))).isEqualTo("a b");
        CompletableFuture<CallOutcome<String>> back = one.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT);
        farm.advance(SECOND.multipliedBy(2));
        assertThat(reply(now(back))).isEqualTo("a b c");
    }

    @Test
    void messagesOfOneInstanceRunOneAfterAnotherAndOthersDoNotWait() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        host.call(Docs.CREATE, edit("7", "x"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);

        List<CompletableFuture<CallOutcome<String>>> answers = new ArrayList<>();
        for (String text : List.of("b", "c", "d")) {
            answers.add(host.callAsync(Docs.UPDATE, edit("42", text), CallOptions.DEFAULT));
        }
        assertThat(reply(host.call(Docs.UPDATE, edit("7", "y")))).isEqualTo("x y");
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        farm.engine.letGo();

        assertThat(answers).extracting(answer -> reply(now(answer))).containsExactly("a b", "a b c", "a b c d");
    }

    @Test
    void messageThatOthersKeepFromBeginningIsAnsweredAtItsDeadlineAndNeverRun() {
        WorkflowHost host = farm.host("one");
        host.call(Docs.CREATE, edit("42", "a"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var first = host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);

        var second = host.callAsync(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT.within(SECOND));
        farm.advance(SECOND);

        assertThat(now(second)).isInstanceOfSatisfying(CallOutcome.Busy.class, busy -> {
            assertThat(busy.holder().owner()).isEqualTo(host.owner().orElseThrow());
            assertThat(busy.instance()).as("where the key leads").isNull();
            assertThat(busy.asked()).contains("42");
        });
        farm.engine.letGo();
        assertThat(reply(now(first))).isEqualTo("a b");
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void turnThatOutlivesItsDeadlineIsNotSaved() {
        Operation<Doc, Edit, String> slow = Operation.mustExist("Slow", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    doc.edits.add(edit.text());
                    farm.advance(SECOND);
                    return "late";
                });
        WorkflowHost host = WorkflowHost.builder(farm.store())
                .definition(Docs.DEFINITION.with(slow))
                .time(farm.time)
                .executor(Runnable::run)
                .start();
        host.call(Docs.CREATE, edit("42", "a"));

        assertThatExceptionOfType(DeadlinePassedException.class)
                .isThrownBy(() -> host.call(slow, edit("42", "b"), CallOptions.DEFAULT.within(SECOND)))
                .withMessageContaining("Slow")
                .withMessageContaining(Docs.home("42").toString());
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a");
    }

    @Test
    void moreCallsThanAllowedAreRejectedAndOthersGoOn() {
        WorkflowHost host = farm.host("one", settings -> settings.maxCalls(2));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var first = host.callAsync(Docs.CREATE, edit("42", "a"), CallOptions.DEFAULT);
        var second = host.callAsync(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT);

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> host.call(Docs.CREATE, edit("7", "a")))
                .withMessageContaining("2 calls");
        farm.engine.letGo();
        assertThat(reply(now(first))).isEqualTo("a");
        assertThat(now(second)).isNotNull();
        assertThat(reply(host.call(Docs.CREATE, edit("7", "a")))).isEqualTo("a");
    }

    @Test
    void callThatTheThreadsRefuseFailsAndTheInstanceStaysUsable() {
        AtomicBoolean full = new AtomicBoolean();
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToPersist(Duration.ZERO).executor(task -> {
                    if (full.get()) {
                        throw new RejectedExecutionException("full");
                    }
                    task.run();
                }));
        host.call(Docs.CREATE, edit("42", "a"));

        full.set(true);
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> host.call(Docs.UPDATE, edit("42", "b")));
        farm.advance(Duration.ofMinutes(2));
        full.set(false);

        assertThat(reply(host.call(Docs.UPDATE, edit("42", "c")))).isEqualTo("a c");
    }

    @Test
    void listenerThatThrowsChangesNothing() {
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.listener(event -> {
                    throw new IllegalStateException("the log is full");
                }));

        assertThat(reply(host.call(Docs.CREATE, edit("42", "a")))).isEqualTo("a");
    }
}
