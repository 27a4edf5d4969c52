// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static dev.rehydrate.command.condition.Columns.CREATED;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.store.InstanceStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads all instances page by page, each page from another node than the one before: a page that one release has given is continued
 * by the other.
 */
final class RelayedPages {

    static final String ORDER = "page";

    private static final int SIZE = 40;
    private static final String NONE = "-";
    private static final String BY_CREATION = "creation";

    private RelayedPages() {}

    /** {@return the answer of a node to the order: where the next page begins, and the ids of this one} */
    static String answer(InstanceStore store, List<String> words) {
        InstanceQuery query = query(words.get(1), words.get(2));
        InstancePage page = Patience.DEADLINE
                .attempt(() -> read(store, query), Optional::isEmpty)
                .orElseThrow(() -> new IllegalStateException("no page has all that is on it"));
        String ids = page.entries().stream()
                .map(entry -> entry.header().id().toString())
                .collect(Collectors.joining(","));
        String next =
                query.following(page).map(following -> text(following.after())).orElse(NONE);
        return next + " " + ids;
    }

    private static Optional<InstancePage> read(InstanceStore store, InstanceQuery query) {
        try {
            return Optional.of(store.commands().execute(QueryInstances.of(query)))
                    .filter(InstancePage::isComplete);
        } catch (InstanceStoreException trouble) {
            return Optional.empty();
        }
    }

    private static InstanceQuery query(String order, String place) {
        InstanceQuery.Builder query = InstanceQuery.builder().page(0, SIZE).uncounted();
        if (order.equals(BY_CREATION)) {
            query.sortBy(CREATED, true);
        }
        if (!place.equals(NONE)) {
            String[] parts = place.split("@", -1);
            query.after(new InstanceQuery.Position(
                    InstanceId.parse(parts[0]), parts.length > 1 ? PromotedValue.of(Instant.parse(parts[1])) : null));
        }
        return query.build();
    }

    private static String text(InstanceQuery.Position place) {
        PromotedValue value = place.value();
        return place.id() + (value == null ? "" : "@" + value.value());
    }

    /**
     * Lets nodes read, one page each in turn.
     *
     * @param nodes the nodes
     * @return what is wrong: those that are there all the time are listed exactly once
     */
    static List<String> wrong(Collection<NodeJvm> nodes, int residents) {
        return Stream.of("id", BY_CREATION)
                .flatMap(order -> wrong(nodes, residents, order).stream())
                .toList();
    }

    private static List<String> wrong(Collection<NodeJvm> nodes, int residents, String order) {
        List<String> found = new ArrayList<>();
        Supplier<NodeJvm> inTurn = inTurn(nodes);
        String place = NONE;
        do {
            String[] answer =
                    inTurn.get().ask(DrillFarm.PATIENCE, ORDER, order, place).split(" ", -1);
            place = answer[0];
            found.addAll(Arrays.asList(answer[1].split(",")));
        } while (!place.equals(NONE));
        return Residents.ids(residents)
                .map(InstanceId::toString)
                .<String>mapMulti((id, wrong) -> {
                    long times = found.stream().filter(id::equals).count();
                    if (times != 1) {
                        wrong.accept("by " + order + ", " + id + " was listed " + times + " times");
                    }
                })
                .toList();
    }

    private static Supplier<NodeJvm> inTurn(Collection<NodeJvm> nodes) {
        List<NodeJvm> all = List.copyOf(nodes);
        Iterator<NodeJvm> turns = Stream.iterate(0, place -> (place + 1) % all.size())
                .map(all::get)
                .iterator();
        return turns::next;
    }
}
