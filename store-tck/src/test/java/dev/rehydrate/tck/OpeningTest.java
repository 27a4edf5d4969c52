// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A store that cannot be opened leaves nothing running. */
class OpeningTest {

    @Test
    void engineOfAStoreThatCannotBeOpenedIsClosed() {
        AtomicInteger closed = new AtomicInteger();
        HeapEngine engine = new HeapEngine(new HeapEngine.Data(), Clock.systemUTC()) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        StoreOptions broken = StoreOptions.defaults().withDecorator(decorated -> {
            throw new IllegalStateException("no decorations");
        });

        assertThatThrownBy(() -> new InstanceStore(engine, broken) {}).hasMessage("no decorations");

        assertThat(closed).hasValue(1);
    }
}
