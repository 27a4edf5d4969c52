// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.impl.SerializationServiceSupport;
import dev.rehydrate.format.OperationFormat;
import dev.rehydrate.format.ReplyFormat;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Operations and replies as the engine sends them: the bytes that it would write and read itself, with fewer copies (ADR 139). */
final class SlotMessages {

    private static final String CONTEXT_KEY = "dev.rehydrate.slot-messages";

    private final SerializationService engine;
    private final Envelope operations;
    private final Envelope replies;

    SlotMessages(SerializationService engine) {
        this.engine = engine;
        this.operations = Envelope.learned(engine, TypeIds.DECIDE, out -> {});
        this.replies = Envelope.learned(engine, TypeIds.STORED_REPLY, StoredReply::writeEnding);
    }

    /** The messages of a member, or null if it is not known, or its serialization cannot be asked. */
    static @Nullable SlotMessages of(@Nullable HazelcastInstance member) {
        if (!(member instanceof SerializationServiceSupport support)) {
            return null;
        }
        ConcurrentMap<String, Object> context = member.getUserContext();
        Object known = context.get(CONTEXT_KEY);
        if (known == null) {
            known = context.computeIfAbsent(CONTEXT_KEY, key -> new SlotMessages(support.getSerializationService()));
        }
        return (SlotMessages) known;
    }

    Data of(SlotOperation<?> operation) {
        try {
            return operations.around((before, after) -> OperationFormat.bytes(operation, before));
        } catch (IOException cannotBeWritten) {
            throw new HazelcastSerializationException(cannotBeWritten);
        }
    }

    /** A reply that is one; why there is none is left to the engine to write. */
    Data of(StoredReply reply) {
        if (!reply.isThere()) {
            return engine.toData(reply);
        }
        try {
            return replies.around((before, after) -> ReplyFormat.bytes(reply.reply(), before, after));
        } catch (IOException cannotBeWritten) {
            throw new HazelcastSerializationException(cannotBeWritten);
        }
    }

    StoredReply reply(Data data) {
        byte[] all = data.toByteArray();
        if (!replies.isAround(all)) {
            return engine.toObject(data);
        }
        try {
            return new StoredReply(ReplyFormat.read(all, replies.start(), replies.end(all)));
        } catch (IOException cannotBeRead) {
            throw new HazelcastSerializationException(cannotBeRead);
        }
    }
}
