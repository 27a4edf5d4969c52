// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The lines that the README shows, compiled and run. */
final class ReadmeSnippetTest {

    /** A message. */
    public record AddItem(String cart, String item) {}

    /** A state. */
    public record Cart(int items) {}

    @Test
    void tenLinesPlugTheStoreIntoAHost() {
        // snippet:begin
        Operation<Cart, AddItem, Integer> addItem = Operation.createOrGet("AddItem", AddItem.class)
                .correlatedBy(Correlation.<AddItem>content("shop").part("CartId", AddItem::cart))
                .handledBy((turn, cart, message) -> turn.become(new Cart(cart == null ? 1 : cart.items() + 1))
                        .items());

        ValueEncoding json = ValueEncoding.with(JacksonCodec.builder().build());
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults().withValues(json));
        WorkflowHost host = WorkflowHost.builder(store)
                .definition(WorkflowDefinition.of("Cart", "1.0", Cart.class).with(addItem))
                .timeToUnload(Duration.ZERO) // any node may get the next message
                .start();

        int items =
                host.call(addItem, new AddItem("cart 7", "tea")).replyOrThrow().reply();
        // snippet:end
        assertThat(items).isEqualTo(1);
        assertThat(host.call(addItem, new AddItem("cart 7", "milk"))
                        .replyOrThrow()
                        .reply())
                .isEqualTo(2);
        host.close();
        store.close();
    }

    @Test
    void theReadmeShowsTheseVeryLines() throws IOException {
        String own = Files.readString(Path.of("src/test/java/dev/rehydrate/host/ReadmeSnippetTest.java"));
        String lines = own.substring(own.indexOf("// snippet:begin\n") + 17, own.indexOf("        // snippet:end"));

        String readme = Files.readString(Path.of("..", "README.md"));

        assertThat(readme).contains("```java\n" + lines.stripTrailing().stripIndent() + "\n```");
    }
}
