// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A codec that runs out of stack, or lacks a class, harms the command and nothing else. */
class BrokenCodecTest {

    private static final InstanceChanges<InstanceValue> TOO_DEEP = InstanceChanges.builder()
            .replaceData(Map.of("tree", InstanceValue.of(List.of())))
            .build();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final ListenedNode one =
            new ListenedNode(data, time, options -> options.withValues(ValueEncoding.with(new OutOfStack())));
    private final ListenedNode two = new ListenedNode(data, time);
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    private static final class OutOfStack implements ValueCodec {
        @Override
        public String id() {
            return "out-of-stack";
        }

        @Override
        public int schemaVersion() {
            return 1;
        }

        @Override
        public byte[] encode(Object value) {
            throw new StackOverflowError("too deep");
        }

        @Override
        public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
            throw new StackOverflowError("too deep");
        }
    }

    @Test
    void theHandleCanBeUsedAgainAndGivesItsHoldBack() {
        InstanceHandle handle = one.handle(id);
        one.run(handle, CreateInstance.of(InstanceChanges.none(), AfterSave.KEEP))
                .receiptOrThrow();

        assertThatThrownBy(() -> one.run(handle, SaveInstance.of(TOO_DEEP, AfterSave.KEEP)))
                .isInstanceOf(StackOverflowError.class);

        one.run(handle, SaveInstance.of(InstanceChanges.none(), AfterSave.KEEP)).receiptOrThrow();
        handle.close();
        assertThat(two.run(id, LoadInstance.of(LoadMode.holdOrCreate())).loaded())
                .isPresent();
    }

    /** Forgets to return what it has written. */
    private static final class Forgetful implements ValueCodec {
        @Override
        public String id() {
            return "forgetful";
        }

        @Override
        public int schemaVersion() {
            return 1;
        }

        @Override
        @SuppressWarnings("NullAway") // Which is the mistake.
        public byte[] encode(Object value) {
            return null;
        }

        @Override
        public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
            throw new IllegalStateException("there is nothing to read");
        }
    }

    @Test
    void aCodecThatReturnsNullHasWrittenNothing() {
        ListenedNode node =
                new ListenedNode(data, time, options -> options.withValues(ValueEncoding.with(new Forgetful())));

        assertThatThrownBy(() -> node.run(id, CreateInstance.of(TOO_DEEP, AfterSave.RELEASE)))
                .isInstanceOf(UnwritableValueException.class)
                .hasMessageContaining("codec 'forgetful' wrote nothing of a java.util.ImmutableCollections$ListN")
                .hasMessageContaining("value=tree");
        node.close();
    }
}
