// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which instances of its host type an owner can run, by definition (contract §2.9). It limits what {@code LoadRunnable}
 * offers, not what can be loaded by id or key.
 *
 * @param match how identities are compared
 * @param identities the definitions the owner knows; ignored by {@link Match#ANY}
 * @param unidentified whether instances without a definition identity are accepted; ignored by {@link Match#ANY}
 */
public record DefinitionFilter(Match match, Set<DefinitionIdentity> identities, boolean unidentified) {

    /** How identities are compared. */
    public enum Match {
        /** Every definition is accepted. */
        ANY,
        /** Name, version and package must be equal. */
        EXACT,
        /** As {@link #EXACT}, but the revision of the version may differ. */
        ANY_REVISION
    }

    /** Copies the set. */
    public DefinitionFilter {
        Objects.requireNonNull(match, "match");
        identities = Set.copyOf(identities);
    }

    /**
     * Accepts every instance of the host type.
     *
     * @return the filter
     */
    public static DefinitionFilter any() {
        return new DefinitionFilter(Match.ANY, Set.of(), true);
    }

    /**
     * Accepts just these definitions.
     *
     * @param identities the definitions
     * @return the filter
     */
    public static DefinitionFilter exactly(DefinitionIdentity... identities) {
        return new DefinitionFilter(Match.EXACT, Set.copyOf(List.of(identities)), false);
    }

    /**
     * Accepts these definitions in every revision.
     *
     * @param identities the definitions
     * @return the filter
     */
    public static DefinitionFilter anyRevisionOf(DefinitionIdentity... identities) {
        return new DefinitionFilter(Match.ANY_REVISION, Set.copyOf(List.of(identities)), false);
    }

    /**
     * The same filter, which accepts instances without a definition identity too.
     *
     * @return the wider filter
     */
    public DefinitionFilter orUnidentified() {
        return new DefinitionFilter(match, identities, true);
    }

    /**
     * Decides about one instance.
     *
     * @param identity its definition, or null if it has none
     * @return whether the owner can run it
     */
    public boolean accepts(@Nullable DefinitionIdentity identity) {
        if (match == Match.ANY) {
            return true;
        }
        if (identity == null) {
            return unidentified;
        }
        return match == Match.EXACT
                ? identities.contains(identity)
                : identities.stream().anyMatch(identity::equalsIgnoringRevision);
    }
}
