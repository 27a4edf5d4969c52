// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;

/** Holds operations back and sends them in waves: what is sent without an answer from an earlier wave is one wave. */
final class WaveEngine extends ForwardingEngine {

    private final Waves waves;

    WaveEngine(StorageEngine engine, Waves waves) {
        super(engine);
        this.waves = waves;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        CompletableFuture<Reply<A>> answer = new CompletableFuture<>();
        waves.enter(() -> {
            CompletableFuture<Reply<A>> sent = super.apply(at, operation).toCompletableFuture();
            return sent.whenComplete((reply, failure) -> {
                if (failure == null) {
                    answer.complete(reply);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        });
        return answer;
    }

    /** The gate at which operations wait. */
    static final class Waves {

        interface Operation {
            CompletableFuture<?> send();
        }

        private final List<Operation> waiting = new ArrayList<>();
        private boolean holding;

        synchronized void hold() {
            holding = true;
        }

        private void enter(Operation operation) {
            synchronized (this) {
                if (holding) {
                    waiting.add(operation);
                    return;
                }
            }
            var unused = operation.send();
        }

        /** Sends wave after wave until an answer is there; returns how large each was. */
        List<Integer> releaseUntil(CompletableFuture<?> answer) {
            List<Integer> sizes = new ArrayList<>();
            while (true) {
                Awaitility.await().atMost(TestFarm.PATIENCE).until(() -> answer.isDone() || isAnyWaiting());
                List<Operation> wave = takeAll();
                if (wave.isEmpty()) {
                    return sizes;
                }
                sizes.add(wave.size());
                CompletableFuture<?>[] sent = wave.stream().map(Operation::send).toArray(CompletableFuture[]::new);
                Awaitility.await()
                        .atMost(TestFarm.PATIENCE)
                        .until(() -> CompletableFuture.allOf(sent).isDone());
            }
        }

        private synchronized boolean isAnyWaiting() {
            return !waiting.isEmpty();
        }

        private synchronized List<Operation> takeAll() {
            List<Operation> wave = List.copyOf(waiting);
            waiting.clear();
            holding = !wave.isEmpty();
            return wave;
        }
    }
}
