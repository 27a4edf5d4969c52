// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.util.List;
import java.util.Optional;

/** Who there is: the nodes and their processes, and the owners that the store knows. */
final class FarmState {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServedFarm farm;
    private final InstanceStore store;
    private volatile List<OwnerSighting> owners = List.of();

    FarmState(ServedFarm farm, InstanceStore store) {
        this.farm = farm;
        this.store = store;
    }

    /** Asks the store; what it answers is in the next state. */
    void refresh() {
        var unused = store.inspection().owners().thenAccept(all -> owners = all);
    }

    ObjectNode json() {
        ObjectNode state = JSON.createObjectNode();
        ArrayNode nodes = state.putArray("nodes");
        for (String name : farm.names()) {
            Optional<NodeProcess> node = farm.node(name);
            ObjectNode each = nodes.addObject().put("name", name).put("alive", node.isPresent());
            node.ifPresent(running ->
                    each.put("pid", running.pid()).put("uri", running.uri().toString()));
        }
        ArrayNode members = state.putArray("members");
        for (OwnerSighting owner : owners) {
            members.addObject()
                    .put("node", owner.description().published().getOrDefault("node", "the console's store"))
                    .put("expired", owner.expired())
                    .put("unmovedMillis", owner.unmoved().toMillis() / 1000 * 1000)
                    .put("leaseMillis", owner.lease().toMillis());
        }
        return state;
    }
}
