// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.spi.merge.MergingValue;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of two copies stays, whatever order they come in. */
class SlotCopyTest {

    private static SlotCopy copy(long version, long askedAt) throws IOException {
        return SlotCopy.of(version, askedAt, Slot.EMPTY);
    }

    @Test
    void theLaterVersionStays() throws IOException {
        assertThat(copy(6, 1).replaces(copy(5, 2))).isTrue();
        assertThat(copy(5, 2).replaces(copy(6, 1))).isFalse();
        assertThat(copy(6, 1).replaces(SlotCopy.over(5, 2))).isTrue();
        assertThat(SlotCopy.over(5, 2).replaces(copy(6, 1))).isFalse();
    }

    @Test
    void ofOneVersionTheYoungerCopyStays() throws IOException {
        assertThat(copy(5, 2).replaces(copy(5, 1))).isTrue();
        assertThat(copy(5, 1).replaces(copy(5, 2))).isFalse();
    }

    @Test
    void aVersionThatIsOverDoesNotComeBack() throws IOException {
        assertThat(SlotCopy.over(5, 1).replaces(copy(5, 2))).isTrue();
        assertThat(copy(5, 2).replaces(SlotCopy.over(5, 1))).isFalse();
    }

    @Test
    void afterASplitTheLatestStays() throws IOException {
        SlotCopy early = copy(5, 9);
        SlotCopy late = copy(6, 1);

        assertThat(merged(early, late)).isSameAs(late);
        assertThat(merged(late, early)).isSameAs(late);
        assertThat(merged(early, null)).isSameAs(early);
    }

    private static @Nullable Object merged(SlotCopy merging, @Nullable SlotCopy existing) {
        return new LatestCopyWins().merge(value(merging), existing == null ? null : value(existing));
    }

    private static MergingValue<Object> value(SlotCopy copy) {
        return new MergingValue<>() {
            @Override
            public Object getRawValue() {
                return copy;
            }

            @Override
            public Object getDeserializedValue() {
                return copy;
            }
        };
    }
}
