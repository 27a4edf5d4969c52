// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import java.time.DateTimeException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an operation says of itself is true of every operation that there is. */
class OperationTraitsTest {

    private static final int ROUNDS = 3000;

    @Test
    void thePayloadIsWhatTravelsBesideTheHead() {
        Set<Class<?>> withPayload = new HashSet<>();
        for (long seed = 0; seed < ROUNDS; seed++) {
            SlotOperation<?> operation = new DrawnOperations(new Draw(seed)).operation();
            byte[] bytes = Wire.bytes(operation, OperationFormat::write);

            Wire.read(
                    bytes,
                    in -> OperationFormat.FRAME.readHead(in, (head, payload) -> {
                        assertThat(operation.payloadBytes()).as("%s", operation).isEqualTo(payload);
                        if (payload > 0) {
                            withPayload.add(operation.getClass());
                        }
                        in.skipBytes(bytes.length);
                        return payload;
                    }));
        }
        assertThat(withPayload).containsExactlyInAnyOrder(AcquireInstance.class, CommitInstance.class);
    }

    @Test
    void whatCannotChangeASlotNeverWrites() {
        Set<Class<?>> writing = new HashSet<>();
        for (long seed = 0; seed < ROUNDS; seed++) {
            SlotOperation<?> operation = new DrawnOperations(new Draw(seed)).operation();
            for (Slot slot : List.of(Slot.EMPTY, Samples.IDLE, Samples.FULL)) {
                if (writes(operation, slot)) {
                    writing.add(operation.getClass());
                    assertThat(operation.canChange()).as("%s", operation).isTrue();
                }
            }
        }
        assertThat(writing).hasSizeGreaterThan(3);
    }

    @Test
    void onlyASaveOfTheWholeBagIsAsLargeAsItsResult() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            SlotOperation<?> operation = new DrawnOperations(new Draw(seed)).operation();
            boolean whole = operation instanceof CommitInstance commit
                    && commit.changes().data() instanceof DataChange.Replace;

            assertThat(operation.isSmallerThanResult()).as("%s", operation).isEqualTo(!whole);
        }
    }

    private static boolean writes(SlotOperation<?> operation, Slot slot) {
        try {
            return operation.decide(SlotAddress.of(Samples.ID), slot, Samples.UPDATED) instanceof Decision.Write<?>;
        } catch (DateTimeException drawnDurationIsImpossible) {
            return false;
        }
    }
}
