// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/configuration.md says is what the code does. */
class ConfigurationDocTest {

    private static final Path DOC = Path.of("..", "docs", "configuration.md");

    @Test
    void theTableIsThatOfTheCode() throws IOException {
        List<String> said =
                table().map(cells -> String.join(" | ", cells.subList(0, 3))).toList();

        assertThat(said)
                .containsExactlyElementsOf(StoreSettings.ALL.all().stream()
                        .map(setting ->
                                "`" + setting.name() + "` | " + setting.type().words() + " | " + setting.defaultWords())
                        .toList());
    }

    @Test
    void everySettingHasAMeaning() throws IOException {
        assertThat(table()).allSatisfy(cells -> assertThat(cells.get(3)).hasSizeGreaterThan(20));
    }

    @Test
    void everySettingCanBeSaidInCode() {
        List<String> methods = Arrays.stream(HazelcastStoreOptionsBuilder.class.getMethods())
                .map(Method::getName)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList();

        assertThat(methods).containsAll(StoreSettings.ALL.names());
    }

    private static Stream<List<String>> table() throws IOException {
        return Files.readAllLines(DOC).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                        .map(String::strip)
                        .toList());
    }
}
