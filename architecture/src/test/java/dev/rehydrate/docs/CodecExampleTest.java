// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A codec of the application, as configuration.md shows it. */
class CodecExampleTest {

    private static final InstanceKey KEY = InstanceKey.of("shop", "cart 7");

    /** A state. */
    public record Cart(int items) {}

    static final class CartCodec implements ValueCodec {
        @Override
        public String id() {
            return "cart";
        }

        @Override
        public int schemaVersion() {
            return 1;
        }

        @Override
        public byte[] encode(Object value) {
            if (value instanceof Cart cart) {
                return String.valueOf(cart.items()).getBytes(StandardCharsets.UTF_8);
            }
            throw new ValueCodingException(Reason.UNKNOWN_TYPE, "no cart, but " + value.getClass());
        }

        @Override
        public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
            if (!type.isAssignableFrom(Cart.class)) {
                throw new ValueCodingException(Reason.OTHER_TYPE, "a cart, and not " + type);
            }
            return type.cast(new Cart(Integer.parseInt(new String(bytes, StandardCharsets.UTF_8))));
        }
    }

    private static ValueEncoding values() {
        return ValueEncoding.builder()
                .writeWith(new CartCodec())
                .alsoRead(JacksonCodec.builder().build())
                .build();
    }

    private static InstanceStore open(ValueEncoding values) {
        return MemoryInstanceStore.open(StoreOptions.defaults().withValues(values));
    }

    @Test
    void writesAndReads() {
        try (InstanceStore store = open(values())) {
            var carts = store.instances("Cart", Cart.class);
            carts.create(KEY, new Cart(0));
            carts.update(KEY, cart -> new Cart(cart.items() + 41));

            assertThat(carts.read(KEY)).contains(new Cart(41));
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        try (InstanceStore store = open(values())) {
            var others = store.instances("Other", StringBuilder.class);

            assertThatThrownBy(() -> others.create(KEY, new StringBuilder("a")))
                    .hasMessageContaining("no cart, but class java.lang.StringBuilder");
        }
    }
}
