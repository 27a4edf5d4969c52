// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MemoryHostConformanceTest extends HostConformance {

    private static MemoryProvider memory;

    @BeforeAll
    static void open() {
        memory = new MemoryProvider();
    }

    @AfterAll
    static void close() {
        memory.close();
    }

    @Override
    Provider provider() {
        return memory;
    }
}
