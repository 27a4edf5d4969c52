// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lifecycle;

import dev.rehydrate.host.PublishedOperations;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.OwnerDescription;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The default metadata of a host as an owner. */
public final class HostDescription {

    private HostDescription() {}

    /** The host type of hosts that do not say one. */
    public static String typeOf(List<WorkflowDefinition<?>> definitions) {
        return definitions.stream()
                .map(definition -> definition.identity().name())
                .distinct()
                .sorted()
                .collect(Collectors.joining("+"));
    }

    public static OwnerDescription of(String node, String hostType, List<WorkflowDefinition<?>> definitions) {
        DefinitionIdentity[] runs = definitions.stream()
                .flatMap(definition -> Stream.concat(Stream.of(definition.identity()), definition.continued().stream()))
                .distinct()
                .toArray(DefinitionIdentity[]::new);
        return OwnerDescription.ofType(hostType)
                .running(DefinitionFilter.anyRevisionOf(runs).orUnidentified())
                .describedBy(Map.of("node", node), Map.of());
    }

    /** Every host can run mailboxes, whatever else it runs, and says to observers which operations it has. */
    public static OwnerDescription completed(OwnerDescription description, List<WorkflowDefinition<?>> definitions) {
        DefinitionFilter filter = description.definitions();
        Set<DefinitionIdentity> all = new HashSet<>(filter.identities());
        all.add(Mailbox.DEFINITION.identity());
        Map<String, String> observed = new HashMap<>(description.unpublished());
        observed.putAll(PublishedOperations.facts(definitions));
        return description
                .running(new DefinitionFilter(filter.match(), all, filter.unidentified()))
                .describedBy(description.published(), observed);
    }
}
