// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.stability.Experimental;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which operations a host has, as it says in its description as an owner: for tools that have no definition at hand, and see
 * by it that a timer names an operation that no host has.
 */
@Experimental
public final class PublishedOperations {

    private static final String PREFIX = "rehydrate.operations.";
    private static final String SEPARATOR = "\n";

    private PublishedOperations() {}

    /**
     * Says which operations definitions have.
     *
     * @param definitions the definitions of a host
     * @return facts for the unpublished part of its description, which only observers of the store read
     */
    public static Map<String, String> facts(List<WorkflowDefinition<?>> definitions) {
        Map<String, Set<String>> byName = new HashMap<>();
        definitions.forEach(
                definition -> byName.computeIfAbsent(definition.identity().name(), name -> new TreeSet<>())
                        .addAll(definition.operations().keySet()));
        Map<String, String> facts = new HashMap<>();
        byName.forEach((name, operations) -> facts.put(PREFIX + name, String.join(SEPARATOR, operations)));
        return facts;
    }

    /**
     * Reads which operations a definition has in a host.
     *
     * @param description the description of the host as an owner
     * @param definition the name of the definition
     * @return the names of the operations, of all versions that the host has; empty if the host does not say
     */
    public static Set<String> of(OwnerDescription description, String definition) {
        String operations = description.unpublished().get(PREFIX + definition);
        // Another release or another program may have written it: what is there twice, or empty, must not hide the
        // rest.
        return operations == null
                ? Set.of()
                : operations.lines().filter(name -> !name.isBlank()).collect(Collectors.toUnmodifiableSet());
    }
}
