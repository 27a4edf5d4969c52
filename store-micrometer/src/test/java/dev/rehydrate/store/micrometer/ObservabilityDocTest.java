// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.AnswerKind;
import dev.rehydrate.store.CommandKind;
import dev.rehydrate.store.LogContext;
import dev.rehydrate.store.StoreListener;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the documentation say what the code does. */
class ObservabilityDocTest {

    private static final Path DOC = Path.of("..", "docs", "observability.md");

    @Test
    void everyMeterIsInTheTableAndNoOther() throws IOException {
        List<List<String>> rows = rows().filter(cells -> cells.get(0).startsWith("`rehydrate."))
                .filter(cells -> cells.size() == 5)
                .toList();

        assertThat(rows.stream().map(cells -> cells.subList(0, 3)).toList())
                .containsExactlyElementsOf(Arrays.stream(StoreMeter.values())
                        .map(meter -> List.of(
                                "`" + meter.meterName() + "`",
                                meter.type().name().toLowerCase(Locale.ROOT),
                                Stream.of(meter.tags().split(", "))
                                        .filter(tag -> !tag.isEmpty())
                                        .map(tag -> "`" + tag + "`")
                                        .reduce((one, other) -> one + ", " + other)
                                        .orElse("")))
                        .toList());
        assertThat(rows).allSatisfy(cells -> assertThat(cells.get(3)).hasSizeGreaterThan(20));
    }

    @Test
    void everyCommandAndEveryAnswerIsNamed() throws IOException {
        String text = Files.readString(DOC);

        assertThat(Stream.concat(Arrays.stream(CommandKind.values()), Arrays.stream(AnswerKind.values()))
                        .map(kind -> "`" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`"))
                .allMatch(text::contains);
    }

    @Test
    void everyNameOfTheLogContextIsInTheTable() throws IOException {
        assertThat(rows().map(cells -> cells.get(0)))
                .contains("`" + LogContext.INSTANCE + "`", "`" + LogContext.KEY + "`", "`" + LogContext.OWNER + "`");
    }

    @Test
    void everyEventIsInTheTable() throws IOException {
        assertThat(rows().map(cells -> cells.get(0)))
                .containsAll(Arrays.stream(StoreListener.class.getMethods())
                        .map(Method::getName)
                        .map(name -> "`" + name + "`")
                        .toList());
    }

    private static Stream<List<String>> rows() throws IOException {
        return Files.readAllLines(DOC).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                        .map(String::strip)
                        .toList());
    }
}
