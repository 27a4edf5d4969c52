// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import static dev.rehydrate.junit.Carts.ADD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.junit.Carts.AddItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lines that the README shows, compiled and run. */
final class ReadmeSnippetTest {

    private static final WorkflowDefinition<?> CART = Carts.DEFINITION;

    // snippet:begin
    @RegisterExtension
    final TestFarm farm = TestFarm.with(CART);

    @Test
    void aCartOutlivesItsHost() {
        farm.host("a").call(ADD, new AddItem("cart 7", "tea"));
        farm.kill("a");
        farm.host("b");
        farm.advance(Duration.ofMinutes(2)); // the lease of a dead host ends

        int items = farm.host("b")
                .call(ADD, new AddItem("cart 7", "milk"))
                .replyOrThrow()
                .reply();
        assertThat(items).isEqualTo(2);
    }
    // snippet:end

    @Test
    void theReadmeShowsTheseVeryLines() throws IOException {
        String own = Files.readString(Path.of("src/test/java/dev/rehydrate/junit/ReadmeSnippetTest.java"));
        String lines = own.substring(own.indexOf("// snippet:begin\n") + 17, own.indexOf("    // snippet:end"));

        String readme = Files.readString(Path.of("..", "README.md"));

        assertThat(readme).contains("```java\n" + lines.stripTrailing().stripIndent() + "\n```");
    }
}
