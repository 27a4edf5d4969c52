// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.CommitInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As many messages as a host takes wait for one instance. */
final class LongQueueTest {

    private static final int MANY = 9_000;

    private final Farm farm = new Farm();
    private boolean refuses;
    private final WorkflowHost host = farm.host("one", settings -> settings.executor(this::execute));
    private final List<CompletableFuture<CallOutcome<String>>> reads = new ArrayList<>();

    @AfterEach
    void close() {
        refuses = false;
        farm.close();
    }

    private void execute(Runnable turn) {
        if (refuses) {
            throw new RejectedExecutionException("refused on purpose");
        }
        turn.run();
    }

    private CompletableFuture<CallOutcome<String>> call(Operation<Docs.Doc, Docs.Edit, String> operation) {
        return host.callAsync(operation, edit("42", "text"), CallOptions.DEFAULT);
    }

    private CompletableFuture<CallOutcome<String>> letThemWaitForASave() {
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> create = call(Docs.CREATE);
        for (int i = 0; i < MANY; i++) {
            reads.add(call(Docs.READ));
        }
        assertThat(reads).noneMatch(CompletableFuture::isDone);
        return create;
    }

    @Test
    void allAreAnsweredByThreadsThatAreTheCallersOwn() {
        CompletableFuture<CallOutcome<String>> create = letThemWaitForASave();

        farm.engine.letGo();

        assertThat(create).isCompleted();
        assertThat(reads)
                .allSatisfy(read -> assertThat(read)
                        .isCompletedWithValueMatching(
                                outcome -> outcome.replyOrThrow().reply().equals("text")));
    }

    @Test
    void allAreRefusedByThreadsThatTakeNoMore() {
        CompletableFuture<CallOutcome<String>> create = letThemWaitForASave();

        refuses = true;
        farm.engine.letGo();
        refuses = false;

        assertThat(create).isCompleted();
        assertThat(reads).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(call(Docs.READ)).isCompleted();
    }
}
