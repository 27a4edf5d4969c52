// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.host.Docs.Doc;
import dev.rehydrate.host.Docs.Edit;
import dev.rehydrate.host.async.HostThreads;
import dev.rehydrate.host.async.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs on every JDK; what it has to show depends on which one it is. */
final class VirtualThreadsTest {

    private static final boolean HAS_THEM = Runtime.version().feature() >= 21;

    /** More turns than any pool has threads; without virtual threads as many as the smallest pool has. */
    private static final int TURNS = HAS_THEM ? 500 : 4;

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    /** Tells on which thread it was run. */
    private static final Operation<Doc, Edit, String> WHERE = Operation.createOrGet("Where", Edit.class)
            .correlatedBy(Docs.BY_ID)
            .handledBy((turn, doc, edit) -> {
                turn.become(new Doc());
                return Thread.currentThread().toString();
            });

    private WorkflowHost host(WorkflowDefinition<Doc> definition) {
        return WorkflowHost.builder(farm.store())
                .node("one")
                .definition(definition)
                .time(farm.time)
                .virtualThreads()
                .start();
    }

    @Test
    void turnsRunInVirtualThreadsWhereTheJdkHasThem() {
        try (WorkflowHost host = host(Docs.DEFINITION.with(WHERE))) {
            String thread = reply(host.call(WHERE, edit("42", "")));

            assertThat(thread).contains("rehydrate-one-");
            assertThat(thread.startsWith("VirtualThread")).isEqualTo(HAS_THEM);
            assertThat(reply(host.call(Docs.CREATE, edit("7", "a")))).isEqualTo("a");
        }
    }

    @Test
    void turnsThatWaitDoNotKeepOthersWaiting() {
        CountDownLatch all = new CountDownLatch(TURNS);
        Operation<Doc, Edit, String> meet = Operation.createOrGet("Meet", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, doc, edit) -> {
                    turn.become(new Doc());
                    all.countDown();
                    return Boolean.toString(all.await(30, TimeUnit.SECONDS));
                });
        List<CompletableFuture<CallOutcome<String>>> answers = new ArrayList<>();
        try (WorkflowHost host = host(Docs.DEFINITION.with(meet))) {
            for (int i = 0; i < TURNS; i++) {
                answers.add(host.callAsync(meet, edit("doc " + i, ""), CallOptions.DEFAULT));
            }
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(reply(Waiting.forAnswer(answer, WorkflowHost.CLOSE_TIME)))
                            .isEqualTo("true"));
        }
    }

    @Test
    void threadsThatHaveStoppedTakeNothing() {
        HostThreads threads = HostThreads.virtual("one");
        threads.shutdown();

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> threads.execute(() -> {}));
    }
}
