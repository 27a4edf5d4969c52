// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Growth;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.WideMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a change adds to what must be kept, and what gives way to it. */
final class GrowthTest {

    private static final Map<String, StoredValue> OLD = Given.bag("text", "four", "title", "seven77");

    private static final Map<String, StoredValue> AUTHOR = Given.bag("author", "ann");

    /** All slots have the same metadata, for what stays is the same object. */
    private static Slot slot(Stored stored) {
        InstanceRecord record = stored.record();
        return Slot.EMPTY.withInstance(
                new InstanceRecord(record.header(), null, record.keys(), record.data(), AUTHOR), Given.NOW);
    }

    private static Growth between(Map<String, StoredValue> before, Map<String, StoredValue> after) {
        return Growth.between(
                slot(Stored.initialized().with(before)),
                slot(Stored.initialized().with(after)));
    }

    private static Map<String, StoredValue> changed(String... namesAndTexts) {
        Map<String, StoredValue> next = new HashMap<>(OLD);
        next.putAll(Given.bag(namesAndTexts));
        return next;
    }

    @Test
    void aNewInstanceIsNewAndReplacesNothing() {
        Growth growth = Growth.between(Slot.EMPTY, slot(Stored.initialized().with(Given.bag("text", "12345"))));

        assertThat(growth).isEqualTo(new Growth(true, 5 + "ann".length(), 0));
        assertThat(growth.isNone()).isFalse();
        assertThat(growth.bytes()).isGreaterThan(growth.payload());
    }

    @Test
    void aValueThatIsReplacedGivesWay() {
        assertThat(between(OLD, changed("text", "123456"))).isEqualTo(new Growth(false, 6, 4));
    }

    @Test
    void aValueThatIsAddedReplacesNothing() {
        assertThat(between(OLD, changed("more", "123"))).isEqualTo(new Growth(false, 3, 0));
    }

    /** A claim takes as much as an instance without values. */
    @Test
    void aClaimIsNewWhereNoneWas() {
        Slot home = slot(Stored.initialized().with(OLD));
        KeyClaim claim = new KeyClaim(Given.STRANGER, 1);
        Slot claimed = home.withClaim(claim, Given.NOW);
        Slot onlyClaimed = Slot.EMPTY.withClaim(claim, Given.NOW);

        assertThat(Growth.between(home, claimed)).isEqualTo(new Growth(true, 0, 0));
        assertThat(Growth.between(Slot.EMPTY, onlyClaimed)).isEqualTo(new Growth(true, 0, 0));
        assertThat(Growth.between(claimed, home.withClaim(new KeyClaim(Given.STRANGER, 2), Given.NOW))
                        .isNone())
                .isTrue();
        assertThat(Growth.between(home, claimed).isNone()).isFalse();
        assertThat(Growth.between(claimed, home).isNone()).isTrue();
        assertThat(Growth.between(home, Slot.EMPTY).isNone()).isTrue();
    }

    @Test
    void whatIsOnlyRemovedIsNoGrowth() {
        Growth growth = between(changed("text", "123456"), OLD);
        Growth removal = between(changed("more", "123"), OLD);

        assertThat(growth.isNone()).isFalse();
        assertThat(removal.isNone()).isTrue();
        assertThat(removal.bytes()).isZero();
    }

    @Test
    void anEndIsNoGrowthWhateverItsLastData() {
        Growth growth = Growth.between(
                slot(Stored.initialized().with(OLD)), slot(Stored.completed().with(changed("text", "its last text"))));

        assertThat(growth.isNone()).isTrue();
    }

    @Test
    void ofVeryManyValuesOnlyTheOnesThatDifferCount() {
        Map<String, StoredValue> many = new HashMap<>();
        for (int i = 0; i < 2 * InstanceRecord.MOST_PACKED; i++) {
            many.put("value " + i, Given.value("ten bytes."));
        }
        Map<String, StoredValue> before = Objects.requireNonNull(
                        slot(Stored.initialized().with(many)).instance())
                .data();
        Map<String, StoredValue> next =
                WideMap.changed(before, Given.bag("value 7", "four", "another", "12"), Set.of());

        Growth growth = between(before, next);

        assertThat(growth.payload()).isEqualTo(6);
        assertThat(growth.replaced()).isEqualTo(10);
    }
}
