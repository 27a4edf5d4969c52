// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All instances of a definition are ended while the farm works. */
final class CompleteAllTest {

    private static final int MANY = 250;

    private final Farm farm = new Farm();
    private final AtomicInteger commits = new AtomicInteger();

    @AfterEach
    void close() {
        farm.close();
    }

    private void create(WorkflowHost host, int from, int to) {
        for (int i = from; i < to; i++) {
            host.call(Docs.CREATE, edit("doc " + i, "a"));
        }
    }

    @Test
    void everyInstanceIsEndedWhoeverHoldsItAndNoOther() {
        WorkflowHost here = farm.host("here", settings -> settings);
        create(here, 0, 50);
        create(farm.host("elsewhere", settings -> settings), 50, 100);
        create(farm.host("nowhere"), 100, MANY);
        WorkflowHost letters = WorkflowHost.builder(farm.store())
                .definition(
                        WorkflowDefinition.of("Letter", "1.0", Docs.Doc.class).with(Docs.CREATE, Docs.READ))
                .timeToUnload(Duration.ZERO)
                .time(farm.time)
                .executor(Runnable::run)
                .start();
        letters.call(Docs.CREATE, edit("letter", "a"));

        assertThat(here.control().completeAll("Document")).isEqualTo(new BulkCompletionResult(MANY, 0));

        assertThat(here.instancesInMemory()).isZero();
        assertThat(farm.peek("doc 0")).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(farm.peek("doc 249")).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(reply(letters.call(Docs.READ, edit("letter", "")))).isEqualTo("a");
        assertThat(here.control().completeAll("Document")).isEqualTo(new BulkCompletionResult(0, 0));
    }

    @Test
    void anInstanceThatChangesEndsOrBeginsMeanwhileDisturbsNothing() {
        WorkflowHost other = farm.host("other");
        create(other, 0, MANY);
        WorkflowHost host = farm.host(
                "one",
                disturbed(() -> {
                    switch (commits.getAndIncrement()) {
                        case 20 -> other.call(Docs.UPDATE, edit("doc 3", "changed"));
                        case 21 -> other.control().delete(Docs.home("doc 4"));
                        case 22 -> other.call(Docs.CREATE, edit("doc new", "a"));
                        default -> {}
                    }
                }),
                settings -> settings);

        BulkCompletionResult all = host.control().completeAll("Document");

        assertThat(all.left()).isZero();
        assertThat(all.completed()).isBetween(MANY - 1, MANY + 1);
        assertThat(farm.peek("doc 3")).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void anInstanceThatNeverStandsStillIsLeftAndCounted() {
        WorkflowHost other = farm.host("other");
        create(other, 0, 3);
        WorkflowHost host = farm.host(
                "one",
                disturbed(() -> {
                    var unused = other.callAsync(Docs.UPDATE, edit("doc 1", "again"), CallOptions.DEFAULT);
                }),
                settings -> settings);

        CompletableFuture<BulkCompletionResult> all = host.control().async().completeAll("Document");
        farm.advance(InstanceControl.DEFAULT_TIME);

        assertThat(now(all)).isEqualTo(new BulkCompletionResult(2, 1));
        assertThat(farm.peek("doc 1")).isInstanceOf(LoadOutcome.Loaded.class);
    }

    @Test
    void aFailureAtOneInstanceKeepsNoOtherFromEnding() {
        WorkflowHost other = farm.host("other");
        create(other, 0, 3);
        WorkflowHost host = farm.host("one", settings -> settings);
        Trouble[] endless = new Trouble[1000];
        Arrays.fill(endless, Trouble.UNAVAILABLE);
        farm.engine.trouble(CommitInstance.class, endless);

        CompletableFuture<BulkCompletionResult> all = host.control().async().completeAll("Document");
        farm.advance(InstanceControl.DEFAULT_TIME);

        assertThat(now(all)).isEqualTo(new BulkCompletionResult(0, 3));
    }

    /** A store under which something happens before each save. */
    private InstanceStore disturbed(Runnable disturbance) {
        StoreOptions options = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                .withDecorator(engine -> new Disturbed(engine, disturbance));
        return MemoryInstanceStore.open(farm.data, options);
    }

    private static final class Disturbed extends ForwardingEngine {
        private final Runnable disturbance;

        Disturbed(StorageEngine engine, Runnable disturbance) {
            super(engine);
            this.disturbance = disturbance;
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (operation instanceof CommitInstance) {
                disturbance.run();
            }
            return super.apply(at, operation);
        }
    }

    @Test
    void saysIfThereMayBeMoreThanCouldBeListed() {
        InstanceStore lacking = MemoryInstanceStore.open(
                farm.data,
                StoreOptions.defaults()
                        .withTime(farm.time)
                        .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                        .withDecorator(LackingEngine::new));
        WorkflowHost host = farm.host("here", lacking, settings -> settings);
        create(host, 0, 3);

        assertThat(host.control().completeAll("Document")).isEqualTo(new BulkCompletionResult(3, 0, LackingEngine.GAP));
        assertThat(now(host.outboxes().deadLetters("Document", 0, 10)).gap()).isEqualTo(LackingEngine.GAP);
        assertThat(now(host.mailboxes().deadLetters(0, 10)).gap()).isEqualTo(LackingEngine.GAP);
        lacking.close();
    }

    /** Has lost a part of its data, and says so on each page. */
    private static final class LackingEngine extends ForwardingEngine {

        private static final String GAP = "5 of 13 partitions lost their data";

        LackingEngine(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<RecordPage> query(InstanceQuery query) {
            return super.query(query).thenApply(page -> new RecordPage(page.records(), page.total(), GAP));
        }
    }
}
