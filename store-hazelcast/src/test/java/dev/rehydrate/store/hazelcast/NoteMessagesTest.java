// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import dev.rehydrate.store.hazelcast.behind.NoteAgain;
import dev.rehydrate.store.hazelcast.behind.NotePresentAgain;
import dev.rehydrate.store.hazelcast.start.SlotDataFactory;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the messages that let another member write a slot")
class NoteMessagesTest {

    /** Partition hash, type, kind, factory and class. */
    private static final int HEADER_BYTES = 17;

    private final InternalSerializationService bytes = new DefaultSerializationServiceBuilder()
            .addDataSerializableFactory(TypeIds.FACTORY, new SlotDataFactory())
            .build();

    @AfterEach
    void close() {
        bytes.dispose();
    }

    @Test
    @DisplayName("carry nothing but their type: a member of an earlier release would read on in what comes after them")
    void carryNothing() {
        for (NoteAgain note : new NoteAgain[] {new NoteAgain(), new NotePresentAgain()}) {
            assertThat(bytes.toBytes(note)).as(note.getClass().getName()).hasSize(HEADER_BYTES);
            NoteAgain arrived = bytes.toObject(bytes.toData(note));
            assertThat(arrived).hasSameClassAs(note);
        }
    }

    @Test
    @DisplayName("leave a slot that is not there alone, if they are about those that are")
    void leavesAloneWhatIsNotThere() {
        Map.Entry<UUID, StoredSlot> absent = new SimpleEntry<>(UUID.randomUUID(), null);

        assertThat(new NotePresentAgain().process(absent))
                .as("it asks for no member to note it")
                .isNull();
    }
}
