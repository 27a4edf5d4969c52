// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The lines that the README shows, compiled and run. */
final class ReadmeFrontTest {

    /** A state. */
    public record Cart(int items) {}

    @Test
    void sixLinesKeepAnObject() {
        // snippet:begin
        ValueEncoding json = ValueEncoding.with(JacksonCodec.builder().build());
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults().withValues(json));

        var carts = store.instances("Cart", Cart.class);
        var key = InstanceKey.of("shop", "cart 7");
        carts.create(key, new Cart(0));
        carts.update(key, cart -> new Cart(cart.items() + 1)); // optimistic, retries inside a deadline
        try (var cart = carts.lock(key)) {
            cart.save(new Cart(5)); // pessimistic, WF style
        }
        Optional<Cart> seen = carts.read(key);
        carts.complete(key);
        // snippet:end
        assertThat(seen).contains(new Cart(5));
        assertThat(carts.read(key)).isEmpty();
        store.close();
    }

    @Test
    void theReadmeShowsTheseVeryLines() throws IOException {
        String own = Files.readString(Path.of("src/test/java/dev/rehydrate/store/memory/ReadmeFrontTest.java"));
        String lines = own.substring(own.indexOf("// snippet:begin\n") + 17, own.indexOf("        // snippet:end"));

        String readme = Files.readString(Path.of("..", "README.md"));

        assertThat(readme).contains(lines.stripTrailing().stripIndent() + "\n```");
        for (Class<?> shown : new Class<?>[] {
            ValueEncoding.class,
            JacksonCodec.class,
            InstanceKey.class,
            InstanceStore.class,
            MemoryInstanceStore.class,
            StoreOptions.class,
            Optional.class
        }) {
            assertThat(readme).contains("import " + shown.getName() + ";\n");
        }
    }
}
