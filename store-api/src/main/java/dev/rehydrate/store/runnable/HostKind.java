// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.OwnerDescription;
import java.util.Objects;

/**
 * What owners have in common that can run the same instances.
 *
 * @param hostType the host type
 * @param definitions the definitions that they can run
 */
public record HostKind(String hostType, DefinitionFilter definitions) {

    /** Checks that nothing is missing. */
    public HostKind {
        Objects.requireNonNull(hostType, "hostType");
        Objects.requireNonNull(definitions, "definitions");
    }

    /**
     * The kind of an owner.
     *
     * @param description the owner's, with a host type
     * @return its kind
     */
    public static HostKind of(OwnerDescription description) {
        return new HostKind(Objects.requireNonNull(description.hostType(), "hostType"), description.definitions());
    }

    /** {@return whether an owner is of this kind} */
    public boolean isOf(OwnerDescription description) {
        return hostType.equals(description.hostType()) && definitions.equals(description.definitions());
    }
}
