// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.docs.DocumentTable;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the documentation say what the code does. */
class ObservabilityDocTest {

    private static final Path DOC = Path.of("..", "docs", "observability.md");

    @Test
    void theTableOfMetersIsThatOfTheCode() {
        DocumentTable.in("observability.md", "store-meters", "meter", "type", "own tags", "meaning", "unit")
                .isMadeOf(Arrays.stream(StoreMeter.values())
                        .map(meter -> List.of(
                                "`" + meter.meterName() + "`",
                                meter.type().name().toLowerCase(Locale.ROOT),
                                Stream.of(meter.tags().split(", "))
                                        .filter(tag -> !tag.isEmpty())
                                        .map(tag -> "`" + tag + "`")
                                        .collect(Collectors.joining(", "))))
                        .toList());
    }

    @Test
    void everyCommandAndEveryAnswerIsNamed() throws IOException {
        String text = Files.readString(DOC);

        assertThat(Stream.concat(Arrays.stream(CommandKind.values()), Arrays.stream(AnswerKind.values()))
                        .map(kind -> "`" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`"))
                .allMatch(text::contains);
    }

    @Test
    void theTableOfTheLogContextIsThatOfTheCode() {
        DocumentTable.in("observability.md", "log-context", "name", "what")
                .isMadeOf(Stream.of(LogContext.INSTANCE, LogContext.KEY, LogContext.OWNER)
                        .map(name -> List.of("`" + name + "`"))
                        .toList());
    }

    @Test
    void theTableOfEventsIsThatOfTheCode() {
        DocumentTable.in("observability.md", "store-events", "method", "called when")
                .isMadeOfInTheOrderOfThePage(Arrays.stream(StoreListener.class.getMethods())
                        .map(Method::getName)
                        .distinct()
                        .map(name -> List.of("`" + name + "`"))
                        .toList());
    }
}
