// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.store.hazelcast.directory.Column.Kind;
import dev.rehydrate.store.hazelcast.directory.DueOrder.Due;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayName("The directory of a partition")
class PartitionDirectoryTest {

    private static final int CHANGES = 2000;

    private final SharedOrders orders = new SharedOrders();
    private final Map<UUID, InstanceRecord> model = new TreeMap<>(SlotOrder.BY_ADDRESS);
    private PartitionDirectory directory = begun();

    private PartitionDirectory begun() {
        PartitionDirectory begun = new PartitionDirectory(0);
        begun.beginListing(orders);
        return begun;
    }

    /** Its partition leaves and comes back; what is left of it is taken out before that, after it, or not at all. */
    private void moveAwayAndBack(Random random) {
        assertThat(directory.drop()).isSameAs(orders);
        cleanOneOfTwice(random);
        directory = begun();
        model.forEach(directory::add);
        cleanOneOfTwice(random);
    }

    private void cleanOneOfTwice(Random random) {
        if (random.nextBoolean()) {
            orders.clean();
        }
    }

    /** What counts in an order that others have places in as well. */
    private <K> List<K> listed(NavigableMap<K, Listing> order) {
        return order.entrySet().stream()
                .filter(place -> place.getValue() == directory.listing())
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<UUID> keysWhere(Predicate<InstanceRecord> condition) {
        List<UUID> keys = new ArrayList<>();
        model.forEach((key, record) -> {
            if (condition.test(record)) {
                keys.add(key);
            }
        });
        return keys;
    }

    private static PromotedValue promoted(InstanceRecord record, String name) {
        StoredValue value = record.data().get(name);
        return value == null ? null : value.promoted();
    }

    /** As the service does it: what is the same in every place is not even offered. */
    private void change(UUID key, InstanceRecord next) {
        InstanceRecord before = model.get(key);
        if (!PartitionDirectory.areSame(before, next, true)) {
            directory.change(key, before, next);
        }
        if (next == null) {
            model.remove(key);
        } else {
            model.put(key, next);
        }
    }

    @RepeatedTest(50)
    void saysAfterAnyChangesWhatALookAtEachInstanceSays(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        DrawnInstances drawn = new DrawnInstances(random);
        List<UUID> keys = IntStream.range(0, 40)
                .mapToObj(i -> new UUID(random.nextLong(), random.nextLong()))
                .toList();
        for (int i = 0; i < CHANGES; i++) {
            UUID key = keys.get(random.nextInt(keys.size()));
            change(key, random.nextInt(8) == 0 ? null : drawn.drawn(key));
            if (random.nextInt(CHANGES / 5) == 0) {
                moveAwayAndBack(random);
            }
        }
        directory.completed(true);

        requireSame();
        requireNothingElse();
    }

    private void requireNothingElse() {
        orders.clean();
        assertThat(orders.all().keySet()).containsExactlyElementsOf(model.keySet());
        directory.drop();
        orders.clean();
        assertThat(orders.all()).isEmpty();
        for (InstanceState state : InstanceState.values()) {
            assertThat(orders.with(new Column(Kind.STATE, state))).isEmpty();
        }
        DrawnInstances.PROMOTED.forEach(
                name -> assertThat(orders.with(new Subject.Promoted(name))).isEmpty());
    }

    @Test
    void theOnesOfAnotherPartitionStayWhereTheyAre() {
        DrawnInstances drawn = new DrawnInstances(new Random(1));
        PartitionDirectory other = new PartitionDirectory(1);
        other.beginListing(orders);
        Set<UUID> others = new HashSet<>();
        for (int i = 1; i <= 10; i++) {
            change(new UUID(i, 0), drawn.drawn(new UUID(i, 0)));
            UUID key = new UUID(i, 1);
            others.add(key);
            other.add(key, drawn.drawn(key));
        }
        directory.completed(true);

        requireSame();
        directory.drop();
        orders.clean();

        assertThat(orders.all().keySet()).containsExactlyInAnyOrderElementsOf(others);
        assertThat(orders.all().values()).containsOnly(Objects.requireNonNull(completed(other)));
    }

    private static Listing completed(PartitionDirectory directory) {
        directory.completed(true);
        return directory.listing();
    }

    /** A partition that comes back is listed anew while the end of the old listing may be under way. */
    @Test
    void aListingThatHasLeftTakesNothingFromTheNextOne() {
        UUID key = new UUID(1, 1);
        InstanceRecord record = new DrawnInstances(new Random(1)).drawn(key);
        Listing left = new Listing(0, orders);
        left.add(key, record);
        left.drop();
        Listing next = new Listing(0, orders);
        next.add(key, record);

        left.remove(key, record);
        orders.clean();

        assertThat(orders.all()).containsExactly(Map.entry(key, next));
        Column.eachOf(record.header(), column -> assertThat(orders.with(column)).containsExactly(Map.entry(key, next)));
    }

    @Test
    void tellsOnceThatThereIsSomethingToTakeOut() {
        assertThat(orders.isDirtyNow()).isTrue();
        assertThat(orders.isDirtyNow()).isFalse();
        orders.clean();
        assertThat(orders.isDirtyNow()).isTrue();
    }

    private void requireSame() {
        assertThat(listed(orders.all())).containsExactlyElementsOf(model.keySet());
        for (InstanceState state : InstanceState.values()) {
            assertThat(listed(orders.with(new Column(Kind.STATE, state))))
                    .containsExactlyElementsOf(keysWhere(record -> record.state() == state));
        }
        assertThat(listed(orders.with(new Column(Kind.SUSPENDED, true))))
                .containsExactlyElementsOf(keysWhere(record -> record.header().suspension() != null));
        for (String definition : DrawnInstances.DEFINITIONS) {
            Column column = new Column(Kind.DEFINITION, definition);
            assertThat(listed(orders.with(column)))
                    .containsExactlyElementsOf(
                            keysWhere(record -> record.header().definition() != null
                                    && definition.equals(
                                            record.header().definition().name())));
        }
        for (String hostType : DrawnInstances.HOST_TYPES) {
            assertThat(listed(orders.with(new Column(Kind.HOST_TYPE, hostType))))
                    .containsExactlyElementsOf(
                            keysWhere(record -> hostType.equals(record.header().hostType())));
            requireSameDue(hostType);
        }
        for (OwnerId owner : DrawnInstances.OWNERS) {
            assertThat(directory.held().of(owner))
                    .containsExactlyInAnyOrderElementsOf(
                            keysWhere(record -> owner.equals(record.header().holder())));
        }
        DrawnInstances.PROMOTED.forEach(this::requireSamePromoted);
        requireSameOrder(Attribute.CREATED);
        requireSameOrder(Attribute.DUE);
    }

    private void requireSameOrder(Subject moment) {
        List<Ranked> right = model.entrySet().stream()
                .flatMap(each -> Stream.ofNullable(QueryEvaluation.valueOf(each.getValue(), moment))
                        .map(value -> new Ranked(value, each.getKey())))
                .sorted()
                .toList();
        requireSameLack(moment);
        assertThat(listed(orders.with(moment))).containsExactlyElementsOf(right);
    }

    private void requireSameDue(String hostType) {
        List<Due> right =
                keysWhere(record -> record.runnableAt() != null
                                && hostType.equals(record.header().hostType()))
                        .stream()
                        .map(key -> new Due(model.get(key).runnableAt(), key))
                        .sorted()
                        .toList();
        Instant now = DrawnInstances.NOW;
        assertThat(directory.due().dueAt(hostType, now))
                .containsExactlyElementsOf(
                        right.stream().filter(due -> !due.at().isAfter(now)).toList());
        assertThat(directory.due().dueAfter(hostType, now))
                .containsExactlyElementsOf(
                        right.stream().filter(due -> due.at().isAfter(now)).toList());
    }

    private void requireSameLack(Subject subject) {
        assertThat(directory.listing().someLack(subject))
                .isEqualTo(
                        model.values().stream().anyMatch(record -> QueryEvaluation.valueOf(record, subject) == null));
    }

    private void requireSamePromoted(String name) {
        requireSameLack(new Subject.Promoted(name));
        Collection<Ranked> right = keysWhere(record -> promoted(record, name) != null).stream()
                .map(key -> new Ranked(promoted(model.get(key), name), key))
                .sorted(Comparator.naturalOrder())
                .toList();
        assertThat(listed(orders.with(new Subject.Promoted(name)))).containsExactlyElementsOf(right);
    }

    @Test
    void hasNoListingBeforeAllInstancesWereAdded() {
        directory.completed(false);
        assertThat(directory.isComplete()).isTrue();
        assertThat(directory.listing()).isNull();
        directory.completed(true);
        assertThat(directory.listing()).isNotNull();
    }

    @Test
    void doesNotHideAnInstanceFromASearchWhileItIsCorrected() {
        UUID key = new UUID(1, 2);
        InstanceRecord record = new DrawnInstances(new Random(1)).drawn(key);
        directory.completed(true);
        change(key, record);
        Listing listing = directory.listing();
        long begin = listing.moved().count();

        directory.correct(key, record, wrong -> {
            listing.remove(key);
            assertThat(listed(orders.all())).doesNotContain(key);
            assertThat(listing.moved().since(begin)).contains(key);
        });

        assertThat(listing.moved().since(begin)).contains(key);
        requireSame();
    }

    @Test
    void takesAnInstanceTwiceWithoutListingItTwice() {
        UUID key = new UUID(1, 2);
        InstanceRecord record = new DrawnInstances(new Random(1)).drawn(key);
        directory.add(key, record);
        directory.add(new UUID(1, 2), record);
        directory.completed(true);
        model.put(key, record);

        requireSame();
    }
}
