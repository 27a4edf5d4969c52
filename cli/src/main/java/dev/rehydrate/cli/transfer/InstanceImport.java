// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.cli.transfer.LineReader.Wanted;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Creates instances of the lines of an export. An instance that is there already is left as it is, so that an import can be
 * repeated. Not safe for use by many threads.
 */
public final class InstanceImport {

    /** How long one command may take. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Keeps an instance from running between the two steps that one with completed keys needs. */
    private static final String UNDER_WAY = "an import of this instance is under way; import it again to end it";

    /** The second step is refused if another writer, such as an operator, came between; it is tried so often. */
    private static final int MOST_ATTEMPTS = 4;

    private final InstanceStore store;
    private final Map<String, OwnerId> owners = new HashMap<>();

    /** What became of a line. */
    public enum Outcome {
        /** The instance was created. */
        CREATED,
        /** There was an instance with this id, which was left as it is; or another import has ended what this one has begun, and counts it. */
        THERE,
        /** The instance is there and suspended: other writers kept the import from its second step, which the next import does. */
        HALF,
        /**
         * The instance was created, and another writer has resumed it before the second step: it may run, and keys that were completed are
         * associated.
         */
        RESUMED
    }

    /**
     * Imports into a store.
     *
     * @param store the store
     */
    public InstanceImport(InstanceStore store) {
        this.store = store;
    }

    /**
     * Creates the instance of a line.
     *
     * @param line the line
     * @return what became of it, or an {@code InstanceStoreException}, such as that a key belongs to another instance
     * @throws IllegalArgumentException if it is not a line of an export
     * @throws java.time.DateTimeException if a time in it is none
     */
    public CompletableFuture<Outcome> create(JsonNode line) {
        Wanted wanted = LineReader.read(line);
        if (wanted.state() == InstanceState.COMPLETED) {
            return execute(wanted, completed(wanted)).thenApply(InstanceImport::outcome);
        }
        if (wanted.completedKeys().isEmpty()) {
            return execute(wanted, CreateInstance.of(wanted.changes())).thenApply(InstanceImport::outcome);
        }
        return inTwoSteps(wanted);
    }

    private static PersistenceCommand<SaveOutcome> completed(Wanted wanted) {
        return new CompleteInstance(CommandId.random(), wanted.changes(), Expected.absent(), CompletionAction.KEEP);
    }

    private static Outcome outcome(SaveOutcome outcome) {
        return outcome instanceof SaveOutcome.Saved ? Outcome.CREATED : Outcome.THERE;
    }

    /** A key cannot be associated and completed in one command: it is created suspended, then its keys are completed. */
    private CompletableFuture<Outcome> inTwoSteps(Wanted wanted) {
        InstanceChanges<InstanceValue> suspended =
                wanted.changes().withSuspension(new SuspensionChange.Suspend(UNDER_WAY, null));
        return execute(wanted, CreateInstance.of(suspended))
                .thenCompose(created -> secondStep(wanted, outcome(created), MOST_ATTEMPTS));
    }

    /** Ends what the first step, of this import or of an earlier one, has begun; so many attempts are left. */
    private CompletableFuture<Outcome> secondStep(Wanted wanted, Outcome first, int attempts) {
        return execute(wanted, LoadInstance.of(LoadMode.peek()))
                .thenCompose(seen -> seen.loaded()
                        .filter(InstanceImport::isUnderWay)
                        .map(instance -> attempts == 0
                                ? CompletableFuture.completedFuture(Outcome.HALF)
                                : end(wanted, instance, first, attempts))
                        .orElseGet(() -> CompletableFuture.completedFuture(withoutSecondStep(wanted, first, seen))));
    }

    private static Outcome withoutSecondStep(Wanted wanted, Outcome first, LoadOutcome seen) {
        return first == Outcome.CREATED
                ? seen.loaded().map(now -> createdAs(wanted, now)).orElse(first)
                : first;
    }

    /** Another writer may have resumed or completed it meanwhile. If all its keys are completed, another import has done the second step. */
    private static Outcome createdAs(Wanted wanted, InstanceSnapshot now) {
        if (now.state() == InstanceState.COMPLETED) {
            return Outcome.CREATED;
        }
        List<KeyState> keys = wanted.completedKeys().stream()
                .flatMap(key -> Optional.ofNullable(now.keys().get(key)).stream())
                .map(InstanceKeyView::state)
                .toList();
        if (keys.contains(KeyState.ASSOCIATED)) {
            return Outcome.RESUMED;
        }
        return keys.size() == wanted.completedKeys().size() ? Outcome.THERE : Outcome.CREATED;
    }

    private static boolean isUnderWay(InstanceSnapshot instance) {
        return instance.header().suspension() != null
                && instance.header().suspension().reason().equals(UNDER_WAY);
    }

    private CompletableFuture<Outcome> end(Wanted wanted, InstanceSnapshot created, Outcome first, int attempts) {
        SuspensionChange meant = wanted.changes().suspension();
        InstanceChanges<InstanceValue> last = InstanceChanges.<InstanceValue>none()
                .withKeys(KeyChanges.completing(wanted.completedKeys().toArray(InstanceKey[]::new)))
                .withSuspension(meant instanceof SuspensionChange.Keep ? new SuspensionChange.Resume() : meant);
        return execute(wanted, SaveInstance.ifUnchanged(last, created.revision()))
                .thenCompose(saved -> saved instanceof SaveOutcome.Saved
                        ? CompletableFuture.completedFuture(Outcome.CREATED)
                        : secondStep(wanted, first, attempts - 1));
    }

    private <R> CompletableFuture<R> execute(Wanted wanted, PersistenceCommand<R> command) {
        InstanceHandle handle = handle(wanted.hostType(), wanted.id());
        return store.executeAsync(handle, command, TIMEOUT).whenComplete((done, failure) -> handle.close());
    }

    /** An instance belongs to the host type of the owner that creates it. This owner accepts no definition, so it is offered none. */
    private synchronized InstanceHandle handle(@Nullable String hostType, InstanceId id) {
        OwnerId owner = owners.computeIfAbsent(
                hostType == null ? "" : hostType,
                type -> store.execute(
                        store.createHandle(),
                        CreateOwner.of(
                                (hostType == null ? OwnerDescription.anonymous() : OwnerDescription.ofType(hostType))
                                        .running(DefinitionFilter.exactly())),
                        TIMEOUT));
        return store.createHandle(owner, id);
    }
}
