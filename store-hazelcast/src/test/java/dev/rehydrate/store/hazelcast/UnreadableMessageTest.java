// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A message that the member which it is sent to cannot read, as a command that an earlier build of the farm does not know. The sender is told so,
 * and does not wait for an answer until its time is over.
 */
class UnreadableMessageTest {

    /** Much longer than an answer takes, and much shorter than the time after which the engine gives up. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final Duration GIVES_UP = Duration.ofMinutes(2);

    private static final TestFarm FARM = new TestFarm();

    private static HazelcastInstance member;
    private static HazelcastInstance other;
    private static HazelcastInstance client;

    @BeforeAll
    static void start() {
        member = FARM.member(HazelcastStoreOptions.builder(), UnreadableMessageTest::isPatient);
        other = FARM.member(HazelcastStoreOptions.builder(), UnreadableMessageTest::isPatient);
        client = FARM.client(
                HazelcastStoreOptions.builder(),
                config -> config.setProperty(
                        "hazelcast.client.invocation.timeout.seconds", Long.toString(GIVES_UP.toSeconds())));
    }

    private static void isPatient(Config config) {
        config.setProperty("hazelcast.operation.call.timeout.millis", Long.toString(GIVES_UP.toMillis()));
    }

    @AfterAll
    static void stop() {
        FARM.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSenderIsToldThatTheOtherSideCannotReadIt(boolean byClient) {
        IMap<UUID, StoredSlot> slots = (byClient ? client : member).getMap(MapNames.SLOTS);

        assertThat(slots.submitToKey(keyOfTheOther(), new Unreadable()).toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableThat()
                .havingRootCause()
                .satisfies(cause -> assertThat(cause.toString()).contains(WireFormatException.class.getName()));
    }

    private static UUID keyOfTheOther() {
        return Stream.generate(UUID::randomUUID)
                .filter(key -> other.getCluster()
                        .getLocalMember()
                        .equals(member.getPartitionService().getPartition(key).getOwner()))
                .findFirst()
                .orElseThrow();
    }

    /** Says that it is a command, and has bytes that are none. */
    private static final class Unreadable implements SlotData, EntryProcessor<UUID, StoredSlot, Object> {

        private static final long serialVersionUID = 1;

        @Override
        public Object process(Map.Entry<UUID, StoredSlot> entry) {
            throw new IllegalStateException("it arrives as a command");
        }

        @Override
        public int getClassId() {
            return TypeIds.DECIDE;
        }

        @Override
        public void writeData(ObjectDataOutput out) throws IOException {
            out.write(new byte[100]);
        }

        @Override
        public void readData(ObjectDataInput in) {
            throw new IllegalStateException("it arrives as a command");
        }
    }
}
