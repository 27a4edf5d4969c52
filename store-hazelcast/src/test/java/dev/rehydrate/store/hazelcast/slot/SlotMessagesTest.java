// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotMessagesTest {

    private static final DataSerializableFactory FACTORY =
            classId -> classId == TypeIds.DECIDE ? new DecideInSlot() : new StoredReply();
    private static final List<StoredReply> REPLIES = List.of(
            new StoredReply(new Reply.Done<>(true)),
            new StoredReply(new Reply.Refused<>(new Refusal.NotFound())),
            StoredReply.unavailable("no majority"),
            StoredReply.corrupt("damaged"));

    private InternalSerializationService engine;

    private SlotMessages messages(boolean bigEndian) {
        engine = new DefaultSerializationServiceBuilder()
                .setByteOrder(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                .addDataSerializableFactory(TypeIds.FACTORY, FACTORY)
                .build();
        return new SlotMessages(engine);
    }

    @AfterEach
    void end() {
        engine.dispose();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theEngineWouldWriteTheSameBytes(boolean bigEndian) {
        SlotMessages messages = messages(bigEndian);
        for (StoredReply reply : REPLIES) {
            Data byEngine = engine.toData(reply);
            assertThat(messages.of(reply).toByteArray()).isEqualTo(byEngine.toByteArray());
        }
        DecideInSlot decide = new DecideInSlot(new DropClaim(new InstanceId(1, 2), 9));
        Data byEngine = engine.toData(decide);
        assertThat(messages.of(decide.operation()).toByteArray()).isEqualTo(byEngine.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheEngineWritesIsRead(boolean bigEndian) {
        SlotMessages messages = messages(bigEndian);
        for (StoredReply reply : REPLIES.subList(0, 2)) {
            assertThat(messages.reply(engine.toData(reply)).reply()).isEqualTo(reply.reply());
        }
        for (StoredReply none : REPLIES.subList(2, 4)) {
            assertThatThrownBy(messages.reply(engine.toData(none))::reply).isInstanceOf(StorageException.class);
        }
    }
}
