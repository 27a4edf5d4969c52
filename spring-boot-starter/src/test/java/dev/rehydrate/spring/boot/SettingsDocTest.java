// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.docs.DocumentTable;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The settings in the code, in both pages and in the metadata for editors are the same. */
class SettingsDocTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

    @Test
    void theTableIsThatOfTheCode() {
        DocumentTable.in("spring-boot.md", "settings", "setting", "allowed values", "default", "meaning")
                .isMadeOf(StarterSettings.OWN.all().stream()
                        .map(setting -> List.of(
                                "`" + setting.name() + "`", setting.type().words(), setting.defaultWords()))
                        .toList());
    }

    @Test
    void theOthersAreThoseOfThePageOfTheStore() throws IOException {
        List<String> documented = table("configuration.md")
                .map(cells -> cells.get(0).replace("`", ""))
                .filter(name -> !name.equals(StarterSettings.SHUTDOWN_HOOK))
                .toList();

        assertThat(Stream.of(StarterSettings.OF_HAZELCAST, StarterSettings.WIDE.names())
                        .flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void editorsKnowEachOfThem() throws IOException {
        JsonNode properties;
        try (InputStream metadata = Objects.requireNonNull(getClass().getResourceAsStream(METADATA))) {
            properties = new ObjectMapper().readTree(metadata).path("properties");
        }
        List<String> known =
                properties.findValues("name").stream().map(JsonNode::asText).toList();

        assertThat(known)
                .containsExactlyInAnyOrderElementsOf(StarterSettings.NAMES.stream()
                        .map(name -> "rehydrate." + name)
                        .toList());
        assertThat(properties.findValues("description")).hasSameSizeAs(known);
    }

    @Test
    void theTablesAreTreatedAsTheStoreCan() {
        assertThat(Stream.of(StarterSettings.Tables.values()).map(Enum::name))
                .containsExactlyElementsOf(Stream.of(JdbcStoreOptions.Migration.values())
                        .map(Enum::name)
                        .toList());
    }

    /** Settings have four columns; other tables of a page have fewer. */
    private static Stream<List<String>> table(String page) throws IOException {
        return Files.readAllLines(DOCS.resolve(page)).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .filter(cells -> cells.size() == 4);
    }
}
