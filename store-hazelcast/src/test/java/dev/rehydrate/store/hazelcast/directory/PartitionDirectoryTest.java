// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.QueryEvaluation;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.hazelcast.directory.Column.Kind;
import dev.rehydrate.store.hazelcast.directory.DueOrder.Due;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

    private final PartitionDirectory directory = new PartitionDirectory();
    private final Map<UUID, InstanceRecord> model = new TreeMap<>(SlotOrder.BY_ADDRESS);

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
        directory.beginListing();
        for (int i = 0; i < CHANGES; i++) {
            UUID key = keys.get(random.nextInt(keys.size()));
            change(key, random.nextInt(8) == 0 ? null : drawn.drawn(key));
        }
        directory.completed(true);

        requireSame();
    }

    private void requireSame() {
        Listing listing = directory.listing();
        assertThat(listing.all()).containsExactlyElementsOf(model.keySet());
        for (InstanceState state : InstanceState.values()) {
            assertThat(listing.with(new Column(Kind.STATE, state)))
                    .containsExactlyElementsOf(keysWhere(record -> record.state() == state));
        }
        assertThat(listing.with(new Column(Kind.SUSPENDED, true)))
                .containsExactlyElementsOf(keysWhere(record -> record.header().suspension() != null));
        for (String definition : DrawnInstances.DEFINITIONS) {
            Column column = new Column(Kind.DEFINITION, definition);
            assertThat(listing.with(column))
                    .containsExactlyElementsOf(
                            keysWhere(record -> record.header().definition() != null
                                    && definition.equals(
                                            record.header().definition().name())));
        }
        for (String hostType : DrawnInstances.HOST_TYPES) {
            assertThat(listing.with(new Column(Kind.HOST_TYPE, hostType)))
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
        assertThat(directory.listing().with(moment)).containsExactlyElementsOf(right);
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

    private void requireSamePromoted(String name) {
        Collection<Ranked> right = keysWhere(record -> promoted(record, name) != null).stream()
                .map(key -> new Ranked(promoted(model.get(key), name), key))
                .sorted(Comparator.naturalOrder())
                .toList();
        assertThat(directory.listing().with(new Subject.Promoted(name))).containsExactlyElementsOf(right);
    }

    @Test
    void hasNoListingBeforeAllInstancesWereAdded() {
        directory.beginListing();
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
        directory.beginListing();
        directory.completed(true);
        change(key, record);
        Listing listing = directory.listing();
        long begin = listing.moved().count();

        directory.correct(key, record, wrong -> {
            listing.remove(key);
            assertThat(listing.all()).doesNotContain(key);
            assertThat(listing.moved().since(begin)).contains(key);
        });

        assertThat(listing.moved().since(begin)).contains(key);
        requireSame();
    }

    @Test
    void takesAnInstanceTwiceWithoutListingItTwice() {
        UUID key = new UUID(1, 2);
        InstanceRecord record = new DrawnInstances(new Random(1)).drawn(key);
        directory.beginListing();
        directory.add(key, record);
        directory.add(new UUID(1, 2), record);
        directory.completed(true);
        model.put(key, record);

        requireSame();
    }
}
