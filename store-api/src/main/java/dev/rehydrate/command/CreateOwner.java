// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Registers one life of a host as an owner and binds it to the handle, which must not have one (contract §2.2). The handle
 * receives the owner's events; keep it, and free it last: when the owner's lease is lost the store frees it. A store may have
 * any number of owners.
 *
 * @param description what the host says of itself
 */
public record CreateOwner(OwnerDescription description) implements PersistenceCommand<OwnerId> {

    /** Checks that nothing is missing. */
    public CreateOwner {
        Objects.requireNonNull(description, "description");
    }

    /**
     * A new owner.
     *
     * @param description what the host says of itself
     * @return the command
     */
    public static CreateOwner of(OwnerDescription description) {
        return new CreateOwner(description);
    }

    /**
     * A new owner that only works for messages.
     *
     * @return the command
     */
    public static CreateOwner anonymous() {
        return new CreateOwner(OwnerDescription.anonymous());
    }

    @Override
    public CompletionStage<OwnerId> dispatchTo(CommandHandler handler) {
        return handler.createOwner(description);
    }
}
