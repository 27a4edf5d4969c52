// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.tck.farm.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What queries list. */
final class Listed {

    private Listed() {}

    static List<InstanceId> ids(InstancePage page) {
        return page.entries().stream().map(entry -> entry.header().id()).toList();
    }

    /** All pages of a query, one after the other. */
    static List<InstanceId> onAllPages(Node node, InstanceQuery first) {
        List<InstanceId> all = new ArrayList<>();
        Optional<InstanceQuery> next = Optional.of(first);
        while (next.isPresent()) {
            InstancePage page = node.query(next.get());
            all.addAll(ids(page));
            next = next.get().following(page);
        }
        return all;
    }
}
