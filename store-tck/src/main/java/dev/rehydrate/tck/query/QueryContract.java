// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Promoted;
import dev.rehydrate.tck.farm.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Listing instances: contract §4.6, §4.7. */
public abstract class QueryContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-72 promoted values are found by queries until a save of the whole bag leaves them out")
    void promotedValuesAreFoundUntilTheyAreLeftOut(Farm farm) {
        Node node = farm.node();
        node.create(id, promoting(Map.of("author", "Анна")));

        InstancePage found = node.query(where(PromotedCondition.equal("author", "Анна")));
        assertThat(found.total()).isEqualTo(1);
        assertThat(found.entries().get(0).promoted()).containsOnlyKeys("author");
        assertThat(found.entries().get(0).promoted()).containsEntry("author", PromotedValue.of("Анна"));

        node.save(id, Sample.number(2)).receiptOrThrow();
        assertThat(node.query(where(PromotedCondition.equal("author", "Анна"))).total())
                .isZero();
        assertThat(Promoted.valueOf(node, id, "author")).isNull();
    }

    @Test
    void aWriteOnlyValueCanBePromoted(Farm farm) {
        Node node = farm.node();
        InstanceValue hidden = InstanceValue.of("x").with(Option.PROMOTED, Option.WRITE_ONLY);
        node.create(
                id, InstanceChanges.builder().replaceData(Map.of("tag", hidden)).build());

        assertThat(node.query(where(PromotedCondition.equal("tag", "x"))).total())
                .isEqualTo(1);
        assertThat(node.read(id).data().names()).isEmpty();
    }

    @Test
    void boundsAreIncludedAndKindsAreNotMixed(Farm farm) {
        Node node = farm.node();
        List<InstanceId> ids = new ArrayList<>();
        for (Object value : new Object[] {1, 2L, 2.5, 3, "2", Instant.EPOCH}) {
            InstanceId each = InstanceId.random();
            ids.add(each);
            node.create(each, promoting(Map.of("n", value)));
        }

        assertThat(idsOf(node.query(where(PromotedCondition.between("n", 2, 3)))))
                .containsExactlyInAnyOrder(ids.get(1), ids.get(2), ids.get(3));
        assertThat(idsOf(node.query(where(PromotedCondition.equal("n", 2.0))))).containsExactly(ids.get(1));
        assertThat(idsOf(node.query(where(PromotedCondition.equal("n", "2"))))).containsExactly(ids.get(4));
        assertThat(idsOf(node.query(where(new PromotedCondition("n", null, PromotedValue.of(2))))))
                .containsExactlyInAnyOrder(ids.get(0), ids.get(1));
    }

    @Test
    void eachFilterShowsOnlyWhatItSays(Farm farm) {
        Node documents = farm.node(TYPED.completingBy(CompletionAction.KEEP));
        Node orders = farm.node(OwnerDescription.ofType("orders"));
        InstanceId plain = InstanceId.random();
        InstanceId defined = InstanceId.random();
        InstanceId suspended = InstanceId.random();
        InstanceId completed = InstanceId.random();
        InstanceId unfinished = InstanceId.random();
        orders.create(plain, Sample.number(1));
        documents.createHeld(
                defined,
                Sample.numbered(2)
                        .definition(DefinitionIdentity.of("letter", "1.0"))
                        .build());
        documents.create(suspended, Sample.number(3));
        documents.run(suspended, SuspendInstance.because("x"));
        documents.create(completed, Sample.number(4));
        documents.complete(completed);
        orders.load(unfinished, LoadMode.holdOrCreate());

        InstanceQuery.Builder all = InstanceQuery.builder();
        assertThat(idsOf(documents.query(all.build())))
                .containsExactlyInAnyOrder(plain, defined, suspended, completed, unfinished);
        assertThat(idsOf(documents.query(
                        InstanceQuery.builder().in(InstanceState.COMPLETED).build())))
                .containsExactly(completed);
        assertThat(idsOf(documents.query(
                        InstanceQuery.builder().ofHostType("orders").build())))
                .containsExactlyInAnyOrder(plain, unfinished);
        assertThat(idsOf(documents.query(
                        InstanceQuery.builder().ofDefinition("letter").build())))
                .containsExactly(defined);
        assertThat(idsOf(documents.query(InstanceQuery.builder().suspended(true).build())))
                .containsExactly(suspended);
        assertThat(idsOf(documents.query(
                        InstanceQuery.builder().heldBy(documents.owner()).build())))
                .containsExactly(defined);
        assertThat(idsOf(documents.query(InstanceQuery.builder()
                        .ofHostType("documents")
                        .suspended(false)
                        .in(InstanceState.INITIALIZED)
                        .build())))
                .containsExactly(defined);
    }

    @Test
    void pagesFollowTheOrderAndMeetWithoutGapOrOverlap(Farm farm) {
        Node node = farm.node();
        Map<Integer, InstanceId> byRank = new HashMap<>();
        for (int rank = 0; rank < 23; rank++) {
            InstanceId each = InstanceId.random();
            byRank.put(rank, each);
            node.create(each, promoting(Map.of("rank", rank)));
        }
        node.create(id, Sample.number(0));

        List<InstanceId> paged = new ArrayList<>();
        for (int offset = 0; offset < 30; offset += 5) {
            InstancePage page = node.query(
                    InstanceQuery.builder().sortBy("rank", true).page(offset, 5).build());
            assertThat(page.total()).isEqualTo(24);
            paged.addAll(idsOf(page));
        }

        List<InstanceId> expected = byRank.keySet().stream()
                .sorted(Comparator.reverseOrder())
                .map(byRank::get)
                .toList();
        assertThat(paged.subList(0, 23)).containsExactlyElementsOf(expected);
        assertThat(paged.subList(23, paged.size())).containsExactly(id);
    }

    @Test
    void pagesThatGoOnMeetWithoutGapOrOverlapThoughInstancesComeAndGo(Farm farm) {
        Node node = farm.node(TYPED.completingBy(CompletionAction.DELETE));
        List<InstanceId> ids = new ArrayList<>();
        for (int rank = 0; rank < 11; rank++) {
            InstanceId each = InstanceId.random();
            ids.add(each);
            node.create(each, rank < 8 ? promoting(Map.of("rank", rank / 2)) : Sample.number(0));
        }

        for (InstanceQuery.Builder order : List.of(
                InstanceQuery.builder(),
                InstanceQuery.builder().sortBy("rank", false),
                InstanceQuery.builder().sortBy("rank", true))) {
            InstanceQuery whole = order.page(0, 100).build();
            List<InstanceId> inOrder = idsOf(node.query(whole));
            List<InstanceId> paged = new ArrayList<>();
            Optional<InstanceQuery> next =
                    Optional.of(order.page(0, 4).uncounted().build());
            for (int pages = 0; next.isPresent() && pages < ids.size(); pages++) {
                InstancePage page = node.query(next.get());
                assertThat(page.total()).isEqualTo(InstancePage.NOT_COUNTED);
                paged.addAll(idsOf(page));
                next = next.get().following(page);
            }

            assertThat(paged).containsExactlyElementsOf(inOrder).containsExactlyInAnyOrderElementsOf(ids);
        }

        InstanceQuery first = InstanceQuery.builder().page(0, 4).uncounted().build();
        InstancePage page = node.query(first);
        InstanceId last = idsOf(page).get(3);
        node.complete(last);
        assertThat(idsOf(node.query(first.following(page).orElseThrow())))
                .as("after %s, which is gone", last)
                .hasSize(4)
                .doesNotContainAnyElementsOf(idsOf(page));
    }

    @Test
    void whatIsListedIsTheHeaderALoadShows(Farm farm) {
        Node node = farm.node(TYPED);
        node.create(
                id,
                Sample.numbered(1)
                        .definition(DefinitionIdentity.of("letter", "1.0"))
                        .dueAt(farm.now().plusSeconds(60))
                        .build());

        InstanceHeader listed =
                node.query(InstanceQuery.builder().build()).entries().get(0).header();

        assertThat(listed).isEqualTo(node.read(id).header());
    }

    private static InstanceQuery where(PromotedCondition condition) {
        return InstanceQuery.builder().where(condition).build();
    }

    private static InstanceChanges<InstanceValue> promoting(Map<String, Object> values) {
        Map<String, InstanceValue> promoted = new HashMap<>();
        values.forEach(
                (name, value) -> promoted.put(name, InstanceValue.of(value).with(Option.PROMOTED)));
        return InstanceChanges.builder().replaceData(promoted).build();
    }

    private static List<InstanceId> idsOf(InstancePage page) {
        return page.entries().stream().map(entry -> entry.header().id()).toList();
    }
}
