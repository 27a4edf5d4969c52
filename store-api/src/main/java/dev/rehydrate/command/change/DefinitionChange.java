// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import dev.rehydrate.instance.DefinitionIdentity;
import org.jspecify.annotations.Nullable;

/** What a save does to the definition identity of the instance (contract §2.9). */
public sealed interface DefinitionChange {

    /** Leaves the identity as it is. */
    record Keep() implements DefinitionChange {}

    /**
     * Sets the identity.
     *
     * @param identity the definition, or null for none
     */
    record Set(@Nullable DefinitionIdentity identity) implements DefinitionChange {}
}
