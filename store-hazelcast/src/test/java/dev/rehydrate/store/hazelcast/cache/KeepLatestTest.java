// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.map.ExtendedMapEntry;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import java.util.AbstractMap.SimpleEntry;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What comes later to the cache is not always what is later. */
class KeepLatestTest {

    private static final long MILLIS = 1000;

    private final Entry entry = new Entry();

    /** The entry of a map, without a map. */
    private static final class Entry extends SimpleEntry<UUID, @Nullable SlotCopy>
            implements ExtendedMapEntry<UUID, @Nullable SlotCopy> {

        private static final long serialVersionUID = 1;

        private int sets;

        Entry() {
            super(new UUID(0, 1), null);
        }

        @Override
        public @Nullable SlotCopy setValue(@Nullable SlotCopy value, long time, TimeUnit unit) {
            assertThat(unit.toMillis(time)).isEqualTo(MILLIS);
            sets++;
            return setValue(value);
        }

        @Override
        public @Nullable SlotCopy setValueWithoutChangingExpiryTime(@Nullable SlotCopy value) {
            throw new AssertionError("it is kept for a time");
        }
    }

    private static SlotCopy copy(long version) throws IOException {
        return SlotCopy.of(version, 0, Slot.EMPTY);
    }

    @Test
    void anEarlierCopyThatComesLateDoesNotTakeThePlaceOfALaterOne() throws IOException {
        SlotCopy late = copy(6);
        keep(copy(5));
        keep(late);
        keep(copy(5));
        keep(copy(4));

        assertThat(entry.getValue()).isSameAs(late);
        assertThat(entry.sets).isEqualTo(2);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The engine does not say that there may be no value.
    private void keep(SlotCopy copy) {
        new KeepLatest(copy, MILLIS).process((ExtendedMapEntry) entry);
    }
}
