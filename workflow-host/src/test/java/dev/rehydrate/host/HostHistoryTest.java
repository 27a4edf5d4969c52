// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("random histories of hosts that die, stop, lose leases and answers")
final class HostHistoryTest {

    private static final int HISTORIES = Integer.getInteger("test.histories", 20);
    private static final long FIRST_SEED = Long.getLong("test.seed", 1);

    @Test
    @DisplayName(
            "each message has its effect once, each timer fires once, and the orders of a sender and of what is sent are kept")
    void lawsHold() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
            MemoryData data = new MemoryData();
            try {
                new HostHistory(seed, options -> MemoryInstanceStore.open(data, options), () -> {}).run(150);
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("broken by the history of test.seed=" + seed, broken);
            }
        }
    }
}
