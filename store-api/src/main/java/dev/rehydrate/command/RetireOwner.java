// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.OwnerId;
import java.util.concurrent.CompletionStage;

/**
 * Ends the owner of the handle (contract §2.3). Everything it still holds can be taken by others at once; all its handles
 * are freed.
 */
public record RetireOwner() implements PersistenceCommand<OwnerId> {

    @Override
    public CompletionStage<OwnerId> dispatchTo(CommandHandler handler) {
        return handler.retireOwner();
    }
}
