// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static dev.rehydrate.command.condition.Columns.CREATED;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads all pages of all instances, in an order in which none is moved, and writes down which of those that are there from the
 * beginning to the end were on them. One page that is not answered, or says that it may not have all, ends the list, which says
 * nothing then.
 */
final class ListLane extends Lane {

    /** Small, so that a list takes many questions, and so meets a fault. */
    private static final int SMALL = 10;

    private static final int LARGE = 100;
    /** Of drills that have thousands of instances. */
    private static final int MOST_PAGES = 200;

    private final Set<InstanceId> instances;
    private int turn;

    ListLane(Writer writer, Plot plot) {
        super(writer);
        this.instances = new HashSet<>(plot.all());
    }

    @Override
    Duration pause() {
        return LONGER_PAUSE;
    }

    @Override
    void next() {
        turn++;
        boolean byTime = turn % 2 == 0;
        InstanceQuery.Builder query = InstanceQuery.builder().page(0, turn % 4 < 2 ? SMALL : LARGE);
        if (byTime) {
            query.sortBy(CREATED, true);
        }
        long sentAt = System.nanoTime();
        read(query.build()).ifPresent(found -> writer().listed(byTime ? "creation" : "id", sentAt, found));
    }

    /** Those of the round, or empty if not every page was answered and had all. */
    private Optional<List<InstanceId>> read(InstanceQuery first) {
        List<InstanceId> found = new ArrayList<>();
        Optional<InstanceQuery> next = Optional.of(first);
        for (int pages = 0; next.isPresent(); pages++) {
            Optional<InstancePage> page = pages == MOST_PAGES ? Optional.empty() : writer().page(next.get());
            if (page.filter(InstancePage::isComplete).isEmpty()) {
                return Optional.empty();
            }
            page.get().entries().stream()
                    .map(entry -> entry.header().id())
                    .filter(instances::contains)
                    .forEach(found::add);
            next = next.get().following(page.get());
        }
        return Optional.of(found);
    }
}
