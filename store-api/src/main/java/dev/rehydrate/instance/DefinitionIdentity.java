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
     * @param version two to four numbers with dots between them
     * @return the identity
     * @throws IllegalArgumentException if the name is blank or the version has another form
     */
    public static DefinitionIdentity of(String name, String version) {
        return new DefinitionIdentity(name, DefinitionVersion.parse(version), null);
    }

    /**
     * Tells whether two identities differ at most in the revision of their version.
     *
     * @param other the identity to compare with
     * @return whether name, package and the first three parts of the version are equal
     */
    public boolean equalsIgnoringRevision(DefinitionIdentity other) {
        DefinitionVersion mine = version;
        DefinitionVersion its = other.version;
        return name.equals(other.name)
                && Objects.equals(scope, other.scope)
                && mine.major() == its.major()
                && mine.minor() == its.minor()
                && mine.build() == its.build();
    }

    /** {@return name and version, and the package if there is one} */
    @Override
    public String toString() {
        return name + " " + version + (scope == null ? "" : " (" + scope + ")");
    }
}
