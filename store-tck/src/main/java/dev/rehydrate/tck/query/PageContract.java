// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.STATE;
import static dev.rehydrate.command.condition.Columns.UPDATED;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Promoted;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pages of queries with conditions, and the values in them. */
public abstract class PageContract {

    private static final int LARGE = 1000;

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("Q-13 pages under conditions meet without gap or overlap while instances come, go and change")
    void pagesUnderConditionsMeetWhileInstancesChange(Farm farm) {
        Node node = farm.node();
        List<InstanceId> staying = new ArrayList<>();
        List<InstanceId> others = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            InstanceId each = InstanceId.random();
            (i % 3 == 0 ? others : staying).add(each);
            node.create(each, Promoted.data(Map.of("n", i, "open", true)));
        }
        Condition condition = promoted("n")
                .lessThan(10)
                .or(promoted("n").between(12, 99))
                .and(STATE.in(InstanceState.INITIALIZED, InstanceState.UNINITIALIZED));

        for (InstanceQuery.Builder order :
                List.of(InstanceQuery.builder(), InstanceQuery.builder().sortBy("n", true))) {
            List<InstanceId> expected = new ArrayList<>(staying);
            expected.removeIf(each -> {
                PromotedValue n = Promoted.valueOf(node, each, "n");
                return n == null || n.equals(PromotedValue.of(10)) || n.equals(PromotedValue.of(11));
            });
            List<InstanceId> listed = new ArrayList<>();
            Optional<InstanceQuery> next =
                    Optional.of(order.where(condition).page(0, 4).uncounted().build());
            while (next.isPresent()) {
                InstancePage page = node.query(next.get());
                listed.addAll(Listed.ids(page));
                disturb(node, others);
                next = next.get().following(page);
            }

            assertThat(listed).doesNotHaveDuplicates().containsAll(expected);
            assertThat(listed.stream().filter(staying::contains)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** One instance goes, one no longer meets the conditions, and one comes. */
    private static void disturb(Node node, List<InstanceId> others) {
        if (others.size() > 1) {
            node.complete(others.remove(0));
            node.save(others.remove(0), Promoted.data(Map.of("n", 11)));
        }
        node.create(InstanceId.random(), Promoted.data(Map.of("n", 5)));
    }

    @Test
    @DisplayName("Q-18 pages are in the order of the time of creation, of the last change or of the due time")
    void pagesAreInTheOrderOfATime(Farm farm) {
        Node node = farm.node();
        Instant base = farm.now().plusSeconds(3600);
        List<InstanceId> ids = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            InstanceId each = InstanceId.random();
            ids.add(each);
            // Some are due at the same time, and the last ones are not.
            node.create(
                    each,
                    i < 7
                            ? Sample.numbered(i)
                                    .dueAt(base.plusSeconds(i * 5 % 4))
                                    .build()
                            : Sample.number(i));
            farm.advance(Duration.ofSeconds(1));
        }
        node.save(ids.get(4), Sample.number(40));

        for (OrderedColumn<Instant> column : List.of(CREATED, UPDATED, DUE)) {
            for (boolean latestFirst : List.of(false, true)) {
                InstanceQuery.Builder sorted = InstanceQuery.builder().sortBy(column, latestFirst);
                InstancePage whole = node.query(sorted.page(0, 100).build());

                List<@Nullable PromotedValue> times = whole.entries().stream()
                        .<@Nullable PromotedValue>map(entry -> column.subject().in(entry.header(), Map.of()))
                        .toList();
                Comparator<PromotedValue> order = latestFirst
                        ? Comparator.<PromotedValue>reverseOrder()
                        : Comparator.<PromotedValue>naturalOrder();
                assertThat(times).isSortedAccordingTo(Comparator.nullsLast(order));
                assertThat(Listed.ids(whole)).containsExactlyInAnyOrderElementsOf(ids);
                assertThat(Listed.onAllPages(node, sorted.page(0, 2).uncounted().build()))
                        .as("pages by %s, latest first: %s", column.subject(), latestFirst)
                        .containsExactlyElementsOf(Listed.ids(whole));
                assertThat(Listed.ids(node.query(sorted.page(3, 3).build())))
                        .containsExactlyElementsOf(Listed.ids(whole).subList(3, 6));
            }
        }
    }

    private Node withValues(Farm farm) {
        Node node = farm.node();
        node.create(
                id,
                InstanceChanges.builder()
                        .replaceData(Map.of(
                                "small", InstanceValue.of(1),
                                "large", InstanceValue.of("x".repeat(LARGE)),
                                "price", InstanceValue.of(7).with(Option.PROMOTED),
                                "secret", InstanceValue.of(8).with(Option.PROMOTED, Option.WRITE_ONLY)))
                        .metadata(ValueDelta.putting(Map.of("note", InstanceValue.of("a note"))))
                        .build());
        node.create(InstanceId.random(), Sample.number(1));
        return node;
    }

    private static InstanceQuery.Builder priced() {
        return InstanceQuery.builder().where(promoted("price").atLeast(7));
    }

    @Test
    @DisplayName("Q-14 a page lists the values that the query selects and no others")
    void aPageListsTheValuesThatTheQuerySelects(Farm farm) {
        Node node = withValues(farm);

        InstancePage.Entry none = node.query(priced().build()).entries().get(0);
        assertThat(none.data().names()).isEmpty();
        assertThat(none.metadata().names()).isEmpty();

        InstanceQuery.Builder selecting = priced().withValues("small", "note", "secret", "unknown");
        for (InstanceQuery each :
                List.of(selecting.build(), selecting.sortBy("price", true).build())) {
            InstancePage.Entry some = node.query(each).entries().get(0);
            assertThat(some.header()).isEqualTo(node.read(id).header());
            assertThat(some.data().names()).containsExactly("small");
            assertThat(some.data().get("small", Integer.class)).isEqualTo(1);
            assertThat(some.metadata().get("note", String.class)).isEqualTo("a note");
            assertThat(some.promoted()).containsOnlyKeys("price", "secret");
        }

        InstancePage.Entry all =
                node.query(priced().withAllValues().build()).entries().get(0);
        assertThat(all.data().names()).containsExactlyInAnyOrder("small", "large", "price");
        assertThat(all.data().get("large", String.class)).hasSize(LARGE);
        assertThat(all.metadata().names()).containsExactly("note");
    }

    @Test
    @DisplayName("Q-15 the bytes of values that a query does not select do not leave the engine")
    void theBytesOfWhatAQueryDoesNotSelectDoNotLeaveTheEngine(Farm farm) {
        withValues(farm);

        assertThat(bytesOf(farm.page(priced().build()).records())).isZero();
        assertThat(bytesOf(farm.page(priced().withValues("small").build()).records()))
                .isPositive()
                .isLessThan(LARGE);
        assertThat(bytesOf(farm.page(priced().withValues("large").build()).records()))
                .isGreaterThan(LARGE / 2);
    }

    private static long bytesOf(List<InstanceRecord> records) {
        assertThat(records).hasSize(1);
        return records.stream()
                .flatMap(record -> Stream.of(record.data(), record.metadata()))
                .flatMap(bag -> bag.values().stream())
                .mapToLong(value -> value.encoded().size())
                .sum();
    }

    @Test
    @DisplayName("Q-16 the values of an instance are those of its header, whatever is saved meanwhile")
    void theValuesOfAnInstanceAreThoseOfItsHeader(Farm farm) {
        Node node = farm.node();
        node.create(id, Promoted.data(Map.of("n", 0, "copy", 0)));
        for (int i = 1; i <= farm.scale().rounds(); i++) {
            CompletableFuture<SaveOutcome> saving = node.start(
                    node.handle(id), SaveInstance.of(Promoted.data(Map.of("n", i, "copy", i)), AfterSave.RELEASE));
            InstancePage page = node.query(InstanceQuery.builder()
                    .where(promoted("n").in(i - 1, i))
                    .withValues("copy")
                    .build());
            farm.await(saving).receiptOrThrow();

            assertThat(page.entries()).hasSize(1);
            InstancePage.Entry listed = page.entries().get(0);
            assertThat(listed.promoted().get("n"))
                    .isEqualTo(PromotedValue.of(
                            listed.data().find("copy", Integer.class).orElseThrow()));
        }
    }

    @Test
    @DisplayName("Q-17 a query can count without listing, and ask whether there is any")
    void aQueryCanCountOrAskWhetherThereIsAny(Farm farm) {
        Node node = farm.node();
        for (int i = 0; i < 5; i++) {
            node.create(InstanceId.random(), Promoted.data(Map.of("n", i)));
        }
        InstanceQuery some = InstanceQuery.builder()
                .where(promoted("n").atLeast(2))
                .sortBy("n", true)
                .page(2, 2)
                .build();
        InstanceQuery none = InstanceQuery.builder().where(DUE.exists()).build();

        InstancePage counted = node.query(some.countOnly());
        assertThat(counted.isEmpty()).isTrue();
        assertThat(counted.total()).isEqualTo(3);
        assertThat(counted.gap()).as("why something is missing").isNull();
        InstancePage any = node.query(some.anyOnly());
        assertThat(any.entries()).hasSize(1);
        assertThat(any.total()).isEqualTo(InstancePage.NOT_COUNTED);
        assertThat(node.query(none.anyOnly()).isEmpty()).isTrue();
        assertThat(node.query(none.countOnly()).total()).isZero();
        assertThat(farm.await(CompletableFuture.supplyAsync(
                        () -> node.store().commands().count(some))))
                .isEqualTo(3);
        assertThat(farm.await(CompletableFuture.supplyAsync(
                        () -> node.store().commands().exists(none))))
                .isFalse();
    }
}
