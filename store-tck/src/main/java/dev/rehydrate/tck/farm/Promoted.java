// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.PromotedValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Promoted values, and what a query shows of them. */
public final class Promoted {

    private Promoted() {}

    /** Data of promoted values. */
    public static InstanceChanges<InstanceValue> data(Map<String, ?> values) {
        Map<String, InstanceValue> promoted = new HashMap<>();
        values.forEach((name, value) ->
                promoted.put(name, InstanceValue.of((Object) value).with(InstanceValue.Option.PROMOTED)));
        return InstanceChanges.builder().replaceData(promoted).build();
    }

    /** The promoted value of an instance that must be there, or null if it has none of this name. */
    public static @Nullable PromotedValue valueOf(Node node, InstanceId instance, String name) {
        InstancePage.Entry found = entries(node).stream()
                .filter(entry -> entry.header().id().equals(instance))
                .findFirst()
                .orElseThrow();
        return found.promoted().get(name);
    }

    private static List<InstancePage.Entry> entries(Node node) {
        InstanceQuery all =
                InstanceQuery.builder().page(0, InstanceQuery.MAX_LIMIT).build();
        return Objects.requireNonNull(node.query(all)).entries();
    }
}
