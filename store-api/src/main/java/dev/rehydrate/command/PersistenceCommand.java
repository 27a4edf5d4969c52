// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import java.util.concurrent.CompletionStage;

/**
 * Something a host asks of a store, bound to the type of its answer (contract §1.10). Commands are given to {@code
 * InstanceStore.execute} together with a handle, which says for which owner and on which instance. Immutable.
 *
 * @param <R> the answer
 */
public sealed interface PersistenceCommand<R>
        permits CreateOwner,
                RetireOwner,
                CreateInstance,
                SaveInstance,
                LoadInstance,
                LoadInstanceByKey,
                CompleteInstance,
                ReleaseInstance,
                LoadRunnable,
                QueryInstances,
                SuspendInstance,
                ResumeInstance,
                ForceRelease,
                TouchInstance,
                DeleteInstance {

    /**
     * Calls the one method of the handler that is meant for this command.
     *
     * @param handler carries out the command
     * @return what that method returns
     */
    CompletionStage<R> dispatchTo(CommandHandler handler);

    /**
     * Tells how a command whose answer never came must be reported: as an unknown outcome, or as one that did nothing.
     *
     * @return whether the command can change anything in the store
     */
    default boolean canChange() {
        return true;
    }

    /**
     * Tells whether the caller goes on with the handle when the command is done: because it holds the instance then, or because
     * the command is about the hold, or the owner, of the handle.
     *
     * @return true if the command makes no sense without a handle of the caller
     */
    default boolean needsHandle() {
        return true;
    }
}
