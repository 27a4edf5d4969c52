// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import static dev.rehydrate.slot.Given.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.PromotedValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A page from rows that may be out of date. */
@DisplayName("The assembly of a page")
final class PageAssemblyTest {

    private static final InstanceQuery FIRST_TWO = InstanceQuery.builder()
            .where(Columns.promoted("rank").atLeast(1))
            .sortBy("rank", false)
            .page(0, 2)
            .build();

    private static InstanceId id(int number) {
        return new InstanceId(0, number);
    }

    private static InstanceRecord ranked(int number, int rank) {
        StoredValue value = new StoredValue(EncodedValue.fromBytes(new byte[] {1}), Set.of(), PromotedValue.of(rank));
        return Stored.initialized().at(id(number)).with(Map.of("rank", value)).record();
    }

    private static PageAssembly of(InstanceQuery query, int... ranks) {
        return new PageAssembly(
                new QueryEvaluation(query, NOW),
                IntStream.range(0, ranks.length).mapToObj(i -> ranked(i + 1, ranks[i])));
    }

    private static List<Long> ids(PageAssembly page) {
        return page.page().records().stream().map(record -> record.id().low()).toList();
    }

    @Test
    void asksForTheInstancesOfThePageAndNoOthers() {
        PageAssembly page = of(FIRST_TWO, 5, 3, 1, 0);

        assertThat(page.unread(9)).containsExactly(id(3), id(2));
        assertThat(page.unread(1)).containsExactly(id(3));
        page.take(id(3), ranked(3, 1));
        page.take(id(2), ranked(2, 3));

        assertThat(page.unread(9)).isEmpty();
        assertThat(ids(page)).containsExactly(3L, 2L);
        assertThat(page.page().total()).isEqualTo(3);
    }

    @Test
    void putsAnotherInThePlaceOfWhatIsGoneOrMatchesNoLonger() {
        PageAssembly page = of(FIRST_TWO, 1, 2, 3, 4);

        page.take(id(1), null);
        page.take(id(2), ranked(2, 0));

        assertThat(page.unread(9)).containsExactly(id(3), id(4));
        assertThat(page.page().total()).isEqualTo(2);
    }

    @Test
    void putsWhatHasMovedWhereItBelongsNow() {
        PageAssembly page = of(FIRST_TWO, 1, 2, 3);

        page.take(id(1), ranked(1, 9));
        page.take(id(2), ranked(2, 2));
        assertThat(page.unread(9)).containsExactly(id(3));
        page.take(id(3), ranked(3, 1));

        assertThat(ids(page)).containsExactly(3L, 2L);
        assertThat(page.unread(9)).isEmpty();
    }

    @Test
    void leavesOutWhatHasMovedBeforeThePlaceAtWhichThePageGoesOn() {
        InstanceQuery after = InstanceQuery.builder()
                .sortBy("rank", false)
                .after(new InstanceQuery.Position(id(1), PromotedValue.of(1)))
                .page(0, 2)
                .build();
        PageAssembly page = of(after, 1, 2, 3);

        page.take(id(2), ranked(2, 0));

        assertThat(ids(page)).containsExactly(3L);
        assertThat(page.page().total()).isEqualTo(3);
    }
}
