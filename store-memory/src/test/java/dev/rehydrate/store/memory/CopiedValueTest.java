// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A value that is copied as it is stored has the same limit as any other. */
class CopiedValueTest {

    private static final int LIMIT = 1_000;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final ListenedNode node = new ListenedNode(
            new MemoryData(),
            time,
            options -> options.withValues(
                    ValueEncoding.builder().limitValuesTo(LIMIT).build()));
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        node.close();
    }

    private void copy(EncodedValue encoded) {
        InstanceValue value = new StoredValue(encoded, Set.of(), null).asIs();
        node.run(
                        node.handle(id),
                        CreateInstance.of(
                                InstanceChanges.builder()
                                        .replaceData(Map.of("copied", value))
                                        .build(),
                                AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private boolean isThere() {
        return node.run(id, LoadInstance.of(LoadMode.peek())).loaded().isPresent();
    }

    @Test
    void oneThatFitsIsStored() {
        copy(ValueEncoding.builder().build().encode("x".repeat(LIMIT)));

        assertThat(isThere()).isTrue();
    }

    @Test
    void oneThatWasReadWithoutItsBytesIsRefused() {
        StoredValue bare = new StoredValue(ValueEncoding.builder().build().encode("x"), Set.of(), null).withoutBytes();

        assertThatThrownBy(bare::asIs).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void oneThatIsTooLargeIsRefusedAlsoIfItWasPacked() {
        for (int threshold : new int[] {1, Integer.MAX_VALUE}) {
            EncodedValue large =
                    ValueEncoding.builder().compressFrom(threshold).build().encode("x".repeat(LIMIT + 1));

            assertThatThrownBy(() -> copy(large))
                    .isInstanceOf(UnwritableValueException.class)
                    .hasMessageContaining("copied")
                    .hasStackTraceContaining("the value has 1001 bytes; the limit is 1000");
            assertThat(isThere()).isFalse();
        }
    }

    @Test
    void oneThatCannotBeReadCountsAsItIsStored() {
        byte[] damaged =
                ValueEncoding.builder().build().encode("x".repeat(2 * LIMIT)).toBytes();
        damaged[damaged.length - 1]++;

        assertThatThrownBy(() -> copy(EncodedValue.fromBytes(damaged))).isInstanceOf(UnwritableValueException.class);
        copy(EncodedValue.fromBytes(new byte[LIMIT]));
        assertThat(isThere()).isTrue();
    }
}
