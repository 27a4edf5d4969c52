// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates instances by the commands of an import: with their keys, also as ones that have ended, and with keys that have. */
final class ImportedInstances {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final InstanceStore store;

    ImportedInstances(InstanceStore store) {
        this.store = store;
    }

    /** {@return the instance, or null if it was not created} */
    @Nullable
    InstanceId create(OperatorLog.Kind kind, String name) {
        InstanceId id = InstanceId.of(UUID.nameUUIDFromBytes(("imported " + name).getBytes(StandardCharsets.UTF_8)));
        OwnerId owner = store.execute(
                store.createHandle(),
                CreateOwner.of(OwnerDescription.ofType("imported").running(DefinitionFilter.exactly())),
                TIMEOUT);
        InstanceChanges<InstanceValue> wanted = InstanceChanges.builder()
                .replaceData(Map.of("name", InstanceValue.of(name)))
                .keys(KeyChanges.associating(furtherKey(id)))
                .build();
        boolean done = switch (kind) {
            case IMPORTED -> isSaved(execute(owner, id, CreateInstance.of(wanted)));
            case IMPORTED_ENDED ->
                isSaved(execute(
                        owner,
                        id,
                        new CompleteInstance(CommandId.random(), wanted, Expected.absent(), CompletionAction.KEEP)));
            default -> inTwoSteps(owner, id, wanted);
        };
        return done ? id : null;
    }

    /** {@return the key of an imported instance beside that of its home} */
    static InstanceKey furtherKey(InstanceId id) {
        return new InstanceKey(id.high(), ~id.low());
    }

    private boolean inTwoSteps(OwnerId owner, InstanceId id, InstanceChanges<InstanceValue> wanted) {
        SaveOutcome created = execute(
                owner, id, CreateInstance.of(wanted.withSuspension(new SuspensionChange.Suspend("under way", null))));
        InstanceChanges<InstanceValue> last = InstanceChanges.<InstanceValue>none()
                .withKeys(KeyChanges.completing(furtherKey(id)))
                .withSuspension(new SuspensionChange.Resume());
        return created instanceof SaveOutcome.Saved saved
                && isSaved(execute(
                        owner,
                        id,
                        SaveInstance.ifUnchanged(last, saved.receipt().revision())));
    }

    private static boolean isSaved(SaveOutcome outcome) {
        return outcome instanceof SaveOutcome.Saved;
    }

    private <R> R execute(OwnerId owner, InstanceId id, PersistenceCommand<R> command) {
        try (InstanceHandle handle = store.createHandle(owner, id)) {
            return store.execute(handle, command, TIMEOUT);
        }
    }
}
