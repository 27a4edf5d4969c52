// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Carries out commands: one method for each, with the parts of the command, so that a new command does not compile until
 * every handler has a method for it. Failures are the sealed family of {@link InstanceStoreException}, as exceptional
 * completion.
 */
public interface CommandHandler {

    /**
     * Registers an owner.
     *
     * @param description what the host says of itself
     * @return its id
     */
    CompletionStage<OwnerId> createOwner(OwnerDescription description);

    /**
     * Ends an owner.
     *
     * @return its id
     */
    CompletionStage<OwnerId> retireOwner();

    /**
     * Creates an instance.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @param changes what the new instance has
     * @param after what becomes of the hold
     * @return the answer
     */
    CompletionStage<SaveOutcome> createInstance(CommandId id, InstanceChanges<InstanceValue> changes, AfterSave after);

    /**
     * Saves an instance.
     *
     * @param id names this intention; the same id again changes nothing and answers the same, or as unknown if it comes after many
     *     others (see {@link CommandId})
     * @param changes what changes
     * @param expected what the caller expects to find
     * @param after what becomes of the hold
     * @return the answer
     */
    CompletionStage<SaveOutcome> saveInstance(
            CommandId id, InstanceChanges<InstanceValue> changes, Expected expected, AfterSave after);

    /**
     * Completes an instance.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @param changes the last changes; without effect if the instance is deleted
     * @param expected what the caller expects to find
     * @param action what stays, or null for what the owner's description says
     * @return the answer
     */
    CompletionStage<SaveOutcome> completeInstance(
            CommandId id, InstanceChanges<InstanceValue> changes, Expected expected, @Nullable CompletionAction action);

    /**
     * Loads an instance by its id.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @param mode how to load, and what to do if it does not exist
     * @return the answer
     */
    CompletionStage<LoadOutcome> loadInstance(CommandId id, LoadMode mode);

    /**
     * Loads an instance by one of its keys.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @param key the key to look up
     * @param mode how to load, and what to do if no instance has the key
     * @return the answer
     */
    CompletionStage<LoadOutcome> loadInstanceByKey(CommandId id, InstanceKey key, LoadMode mode);

    /**
     * Loads an instance that wants to run.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @return the answer
     */
    CompletionStage<RunnableOutcome> loadRunnable(CommandId id);

    /**
     * Gives a hold back.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @return the answer
     */
    CompletionStage<ReleaseOutcome> releaseInstance(CommandId id);

    /**
     * Lists instances.
     *
     * @param query which instances, in which order, how many
     * @return the answer
     */
    CompletionStage<InstancePage> queryInstances(InstanceQuery query);

    /**
     * Suspends an instance.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @param reason what a person should know
     * @param failure the type of the exception that led to it, or null
     * @return the answer
     */
    CompletionStage<ControlOutcome> suspendInstance(CommandId id, String reason, @Nullable String failure);

    /**
     * Ends a suspension.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @return the answer
     */
    CompletionStage<ControlOutcome> resumeInstance(CommandId id);

    /**
     * Takes a hold away.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @return the answer
     */
    CompletionStage<ControlOutcome> forceRelease(CommandId id);

    /**
     * Begins the idle time of an instance anew.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @param idleTtl whether the idle time to live changes too
     * @return the answer
     */
    CompletionStage<ControlOutcome> touchInstance(CommandId id, IdleTtlChange idleTtl);

    /**
     * Deletes an instance.
     *
     * @param id names this intention; the same id again changes nothing and answers the same
     * @return the answer
     */
    CompletionStage<ControlOutcome> deleteInstance(CommandId id);
}
