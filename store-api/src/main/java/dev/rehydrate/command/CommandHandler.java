// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.OwnerId;
import java.util.concurrent.CompletionStage;

/**
 * Carries out commands: one method for each, so that a new command does not compile until everybody handles it. Failures
 * are the sealed family of {@link InstanceStoreException}, as exceptional completion.
 */
public interface CommandHandler {

    /**
     * Registers an owner.
     *
     * @param command the command
     * @return its id
     */
    CompletionStage<OwnerId> createOwner(CreateOwner command);

    /**
     * Ends an owner.
     *
     * @param command the command
     * @return its id
     */
    CompletionStage<OwnerId> retireOwner(RetireOwner command);

    /**
     * Creates an instance.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<SaveOutcome> createInstance(CreateInstance command);

    /**
     * Saves an instance.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<SaveOutcome> saveInstance(SaveInstance command);

    /**
     * Completes an instance.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<SaveOutcome> completeInstance(CompleteInstance command);

    /**
     * Loads an instance by its id.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<LoadOutcome> loadInstance(LoadInstance command);

    /**
     * Loads an instance by one of its keys.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<LoadOutcome> loadInstanceByKey(LoadInstanceByKey command);

    /**
     * Loads an instance that wants to run.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<RunnableOutcome> loadRunnable(LoadRunnable command);

    /**
     * Gives a hold back.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<ReleaseOutcome> releaseInstance(ReleaseInstance command);

    /**
     * Lists instances.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<InstancePage> queryInstances(QueryInstances command);

    /**
     * Suspends an instance.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<ControlOutcome> suspendInstance(SuspendInstance command);

    /**
     * Ends a suspension.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<ControlOutcome> resumeInstance(ResumeInstance command);

    /**
     * Takes a hold away.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<ControlOutcome> forceRelease(ForceRelease command);

    /**
     * Deletes an instance.
     *
     * @param command the command
     * @return the answer
     */
    CompletionStage<ControlOutcome> deleteInstance(DeleteInstance command);
}
