// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a host says of itself when it registers as an owner (contract §2.2).
 *
 * @param hostType the kind of host; instances that this owner creates belong to it, and only owners of the same kind are
 *     offered them as runnable. Null for an owner that never asks for runnable instances.
 * @param definitions which definitions this owner can run
 * @param completion what completing does when the command does not say
 * @param published facts that others may read, for example where the host can be reached; they are given to a caller that finds
 *     an instance held by this owner
 * @param unpublished facts for observers of the store only
 */
public record OwnerDescription(
        @Nullable String hostType,
        DefinitionFilter definitions,
        CompletionAction completion,
        Map<String, String> published,
        Map<String, String> unpublished) {

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException if the host type is blank
     */
    public OwnerDescription {
        if (hostType != null && hostType.isBlank()) {
            throw new IllegalArgumentException("a host type must not be blank");
        }
        Objects.requireNonNull(definitions, "definitions");
        Objects.requireNonNull(completion, "completion");
        published = Map.copyOf(published);
        unpublished = Map.copyOf(unpublished);
    }

    /**
     * An owner that only works for messages.
     *
     * @return a description with all defaults: no host type, delete on completion
     */
    public static OwnerDescription anonymous() {
        return new OwnerDescription(null, DefinitionFilter.any(), CompletionAction.DELETE, Map.of(), Map.of());
    }

    /**
     * An owner that is offered runnable instances of its kind.
     *
     * @param hostType the kind of host, not blank
     * @return a description with all other defaults: every definition, delete on completion
     * @throws IllegalArgumentException if the host type is blank
     */
    public static OwnerDescription ofType(String hostType) {
        return new OwnerDescription(
                Objects.requireNonNull(hostType, "hostType"),
                DefinitionFilter.any(),
                CompletionAction.DELETE,
                Map.of(),
                Map.of());
    }

    /**
     * The same owner with another filter.
     *
     * @param filter which definitions it can run
     * @return a copy
     */
    public OwnerDescription running(DefinitionFilter filter) {
        return new OwnerDescription(hostType, filter, completion, published, unpublished);
    }

    /**
     * The same owner with another default for completion.
     *
     * @param action what completing does when the command does not say
     * @return a copy
     */
    public OwnerDescription completingBy(CompletionAction action) {
        return new OwnerDescription(hostType, definitions, action, published, unpublished);
    }

    /**
     * The same owner with other facts.
     *
     * @param facts what others may read
     * @param observed what only observers of the store may read
     * @return a copy
     */
    public OwnerDescription describedBy(Map<String, String> facts, Map<String, String> observed) {
        return new OwnerDescription(hostType, definitions, completion, facts, observed);
    }
}
