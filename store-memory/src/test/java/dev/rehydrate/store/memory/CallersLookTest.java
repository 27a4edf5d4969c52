// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallersLookTest {

    private final AtomicInteger asked = new AtomicInteger();

    private final class Remote extends ForwardingEngine {

        Remote(StorageEngine engine) {
            super(engine);
        }

        @Override
        public boolean callersMayLook() {
            asked.incrementAndGet();
            return false;
        }
    }

    /** A farm grows and shrinks while its stores are open. */
    @Test
    void theEngineIsAskedForEachCommandWhetherCallersLook() {
        ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
        try (ListenedNode node =
                new ListenedNode(new MemoryData(), time, options -> options.withDecorator(Remote::new))) {
            int before = asked.get();

            node.store().execute(node.ownHandle(), LoadRunnable.now(), Duration.ofSeconds(30));

            assertThat(asked).hasValueGreaterThan(before);
        }
    }
}
