// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which definition an instance was made from (contract §2.9).
 *
 * @param name the definition's name, not blank
 * @param version its version
 * @param scope the package it was delivered in, or null
 */
public record DefinitionIdentity(
        String name, DefinitionVersion version, @Nullable String scope) {

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public DefinitionIdentity {
        Objects.requireNonNull(version, "version");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a definition needs a name");
        }
    }

    /**
     * A definition without package.
     *
     * @param name its name, not blank
     * @param version one to four numbers with dots between them, or any other text of one line
     * @return the identity
     * @throws IllegalArgumentException if the name is blank, or the version is not a text of one line that can be seen
     */
    public static DefinitionIdentity of(String name, String version) {
        return new DefinitionIdentity(name, DefinitionVersion.parse(version), null);
    }

    /**
     * Tells whether two identities differ at most in the revision of their version.
     *
     * @param other the identity to compare with
     * @return whether name and package are equal, and the first three parts of the version, or its text
     */
    public boolean equalsIgnoringRevision(DefinitionIdentity other) {
        return name.equals(other.name)
                && Objects.equals(scope, other.scope)
                && version.equalsIgnoringRevision(other.version);
    }

    /** {@return name and version, and the package if there is one} */
    @Override
    public String toString() {
        return name + " " + version + (scope == null ? "" : " (" + scope + ")");
    }
}
