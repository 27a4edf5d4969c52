// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.drill.Mark;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One process with a store, and an owner that is replaced when it is lost. A crash ends it without a trace. */
final class SimulatedProcess {

    /** Shorter than the lease, as the timeout of a command should be. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final InstanceStore store;
    private boolean alive = true;
    private @Nullable InstanceHandle ownerHandle;
    private @Nullable CompletableFuture<OwnerId> owner;
    private int unanswered;
    private final Map<InstanceId, Mark> known = new HashMap<>();

    SimulatedProcess(String name, Opening opening) {
        this.name = name;
        this.store = opening.open(() -> alive);
    }

    /** Opens the store of a process. */
    interface Opening {
        InstanceStore open(BooleanSupplier alive);
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return alive;
    }

    /** Nothing that this process has begun goes on, and no caller of it is answered any more. */
    void crash() {
        alive = false;
    }

    /** {@return how many commands wait for their answers} */
    int unanswered() {
        return unanswered;
    }

    /** Makes a handle on an instance for the owner of the moment. */
    CompletableFuture<InstanceHandle> handle(InstanceId instance) {
        return owner().thenApply(id -> store.createHandle(id, instance));
    }

    /** Makes a handle for loads by key. */
    CompletableFuture<InstanceHandle> handle() {
        return owner().thenApply(store::createHandle);
    }

    private CompletableFuture<OwnerId> owner() {
        CompletableFuture<OwnerId> known = owner;
        InstanceHandle handle = ownerHandle;
        boolean usable = known != null
                && handle != null
                && !known.isCompletedExceptionally()
                && (!known.isDone() || handle.isValid());
        if (usable) {
            return known;
        }
        ownerHandle = store.createHandle();
        owner = execute(ownerHandle, new CreateOwner(OwnerDescription.anonymous()));
        return owner;
    }

    /** {@return the latest state of an instance that this process was told of} */
    Mark known(InstanceId instance) {
        return known.getOrDefault(instance, Mark.NONE);
    }

    /** It was told of a state, by an answer to a load or a save. */
    void tell(InstanceId instance, Mark state) {
        known.merge(instance, state, (one, other) -> other.isBefore(one) ? one : other);
    }

    /** Gives a command. The answer never comes if the process has crashed meanwhile. */
    <R> CompletableFuture<R> execute(InstanceHandle handle, PersistenceCommand<R> command) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        unanswered++;
        var unused = store.executeAsync(handle, command, TIMEOUT, Runnable::run).whenComplete((outcome, failure) -> {
            unanswered--;
            if (!alive) {
                return;
            }
            if (failure == null) {
                answer.complete(outcome);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    /** Ends in order: owners are retired. */
    void close() {
        store.close();
    }
}
