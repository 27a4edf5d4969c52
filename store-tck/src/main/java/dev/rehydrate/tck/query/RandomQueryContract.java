// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.WalkSeeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random queries over random instances, each of which is also decided by hand. A population and its queries are decided by a seed,
 * which a failure names; {@code -Drehydrate.tck.seed=} begins with that one.
 */
public abstract class RandomQueryContract {

    private static final int INSTANCES = 30;
    private static final int QUERIES = 25;
    private static final int PAGE = 7;
    private static final List<OrderedColumn<?>> SORTABLE =
            List.of(Columns.promoted("n"), Columns.CREATED, Columns.UPDATED, Columns.DUE);

    @TestTemplate
    @ExtendWith(WalkSeeds.class)
    @DisplayName("Q-12 whatever is asked, what is listed is what meets it")
    void whateverIsAskedWhatIsListedIsWhatMeetsIt(Farm farm, Long seed) {
        Random random = new Random(seed);
        Population population = new Population(farm, random);
        for (int i = 0; i < INSTANCES; i++) {
            population.add();
        }
        Node node = population.anyNode();
        InstanceQuery everything =
                InstanceQuery.builder().page(0, InstanceQuery.MAX_LIMIT).build();
        InstancePage all = node.query(everything);
        assertThat(all.total()).isEqualTo(INSTANCES);

        RandomConditions conditions = new RandomConditions(random, population);
        for (int i = 0; i < QUERIES; i++) {
            RandomConditions.Drawn drawn = conditions.draw();
            InstanceQuery.Builder asked = InstanceQuery.builder().where(drawn.condition());
            int order = random.nextInt(2 * SORTABLE.size());
            if (order < SORTABLE.size()) {
                asked.sortBy(SORTABLE.get(order), random.nextBoolean());
            }
            List<InstanceId> expected = all.entries().stream()
                    .filter(drawn.met())
                    .map(entry -> entry.header().id())
                    .toList();

            String context = "seed " + seed + ", again with -Drehydrate.tck.seed=" + seed + ": " + drawn.condition();
            InstancePage whole =
                    node.query(asked.page(0, InstanceQuery.MAX_LIMIT).build());
            assertThat(Listed.ids(whole)).as(context).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(whole.total()).as(context).isEqualTo(expected.size());
            assertThat(node.query(asked.page(0, 1).build()).total()).as(context).isEqualTo(expected.size());
            assertThat(Listed.onAllPages(node, asked.page(0, PAGE).build()))
                    .as(context)
                    .containsExactlyElementsOf(Listed.ids(whole));
        }
    }
}
