// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import org.jspecify.annotations.Nullable;

/**
 * The message leads to an instance of a definition that the operation does not belong to, or of a version it does not know.
 * The instance was not changed. Deploy a host that knows the definition, or name it in {@link WorkflowDefinition#continuing}.
 */
public final class ForeignInstanceException extends WorkflowHostException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the instance.
     *
     * @param instance the instance
     * @param itsOwn what it was made from, or null if that is not known
     * @param asked the definition of the operation
     */
    public ForeignInstanceException(
            InstanceId instance, @Nullable DefinitionIdentity itsOwn, DefinitionIdentity asked) {
        super(
                "the instance is of definition '" + itsOwn + "' and was not changed; the operation belongs to '" + asked
                        + "': deploy a host that knows the first, or let the second continue it; instance=" + instance,
                null);
    }
}
