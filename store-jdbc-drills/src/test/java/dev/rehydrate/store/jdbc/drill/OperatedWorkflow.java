// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OutboundMessage;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.UnhandledFailure;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.host.WorkflowHostException;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Instances for an operator: each has sent a message that no node delivers until the operator says so, and some have failed. */
final class OperatedWorkflow {

    private static final String NAME = "Operated";
    private static final String PART = "Name";
    private static final Duration TURN = Duration.ofSeconds(10);

    private final Operation<String, Begin, Void> begin = Operation.createOrGet("Begin", Begin.class)
            .correlatedBy(Correlation.<Begin>content(NAME).part(PART, Begin::name))
            .handledBy(OperatedWorkflow::begin);
    private final Operation<String, Break, Void> breaks = Operation.mustExist("Break", Break.class)
            .correlatedBy(Correlation.<Break>content(NAME).part(PART, Break::name))
            .handledBy(OperatedWorkflow::fail);
    private final Path directory;

    /**
     * Makes the workflow.
     *
     * @param directory the same for all nodes of a farm: what is delivered stands there
     */
    OperatedWorkflow(Path directory) {
        this.directory = directory;
    }

    /**
     * Begins an instance.
     *
     * @param name names it
     */
    record Begin(String name) {}

    /**
     * Lets the turn of an instance fail.
     *
     * @param name names it
     */
    record Break(String name) {}

    private static Void begin(Turn<String> turn, String before, Begin message) {
        turn.become(message.name());
        turn.send("a receiver that does not answer", message.name());
        return null;
    }

    private static Void fail(Turn<String> turn, String before, Break message) {
        throw new IllegalStateException("this turn fails: " + message.name());
    }

    /** Starts a host. A message is sent once, and is a dead letter then. */
    WorkflowHost host(InstanceStore store, String node) {
        return WorkflowHost.builder(store)
                .node(node)
                .timeToUnload(Duration.ZERO)
                .maxSends(1)
                .sink(this::send)
                .definition(WorkflowDefinition.of(NAME, "1.0", String.class)
                        .with(begin, breaks)
                        .completingBy(CompletionAction.KEEP)
                        .onUnhandledFailure(UnhandledFailure.FAIL))
                .start();
    }

    private CompletionStage<Void> send(OutboundMessage message) {
        return Files.exists(mended(message.instance()))
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new IllegalStateException("the receiver does not answer"));
    }

    /** From now on each node can deliver the message of an instance. */
    void mend(InstanceId instance) {
        try {
            Files.writeString(mended(instance), "");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path mended(InstanceId instance) {
        return directory.resolve(instance + ".mended");
    }

    /** Begins an instance. {@return its id} */
    InstanceId begin(WorkflowHost host, String name) {
        host.call(begin, new Begin(name), CallOptions.DEFAULT.within(TURN));
        return InstanceId.atHomeOf(CorrelationKey.of(KeyAlgorithm.SHA_256_128, NAME, Map.of(PART, name))
                .key());
    }

    /** Lets an instance fail. {@return whether its turn has been run} */
    boolean fail(WorkflowHost host, String name) {
        try {
            host.call(breaks, new Break(name), CallOptions.DEFAULT.within(TURN));
            return false;
        } catch (TurnFailedException failed) {
            return true;
        } catch (WorkflowHostException refused) {
            return false;
        }
    }
}
