// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The example of upgrading.md. */
class UpgradeExampleTest {

    /** A state, as the former release had it. */
    public record FormerOrder(String id, int total) {}

    /** The state as it is now. */
    public record Order(String id, int total, @Nullable String note) {}

    @Test
    void anOrderOfTheFormerReleaseIsRead() {
        MemoryData data = new MemoryData();
        InstanceKey key = InstanceKey.of("shop", "7");
        ValueEncoding before = ValueEncoding.with(JacksonCodec.builder().build());
        try (InstanceStore store =
                MemoryInstanceStore.open(data, StoreOptions.defaults().withValues(before))) {
            store.instances("Order", FormerOrder.class).create(key, new FormerOrder("7", 1250));
        }

        ValueEncoding now = ValueEncoding.builder()
                .writeWith(JacksonCodec.builder().build()) // as the application makes it
                .renamed(FormerOrder.class.getName(), Order.class)
                .build();
        try (InstanceStore store =
                MemoryInstanceStore.open(data, StoreOptions.defaults().withValues(now))) {
            assertThat(store.instances("Order", Order.class).read(key)).contains(new Order("7", 1250, null));
        }
    }
}
