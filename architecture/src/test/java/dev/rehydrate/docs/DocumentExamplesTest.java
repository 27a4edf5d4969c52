// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each Java example of the documentation is in a source file that the build compiles: all its lines, but for comments and layout. Between
 * them that file may have others, which the page leaves out.
 */
class DocumentExamplesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```java\\n(.*?)^```");
    private static final Pattern NOT_CODE = Pattern.compile("(?s)/\\*.*?\\*/|(?<![:\"])//[^\\n]*|\\s+");
    private static final List<String> SOURCES = sources();

    static Stream<Path> pages() {
        return Stream.concat(
                Stream.of(ROOT.resolve("README.md")),
                files(ROOT.resolve("docs"), path -> path.toString().endsWith(".md")));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void whatAPageShowsIsCompiled(Path page) {
        List<String> examples = EXAMPLE.matcher(read(page))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(examples)
                .allSatisfy(example -> assertThat(isCompiled(example)).isTrue());
    }

    @Test
    void thereAreExamplesAndOneThatIsNotCompiledIsNoticed() {
        long examples = pages().mapToLong(
                        page -> EXAMPLE.matcher(read(page)).results().count())
                .sum();

        assertThat(examples).isGreaterThan(15);
        assertThat(isCompiled("InstanceStore store = no.such.Store.open" + "();"))
                .isFalse();
        assertThat(code("a // comment\n  b /* c */ \"http://d\"")).isEqualTo("ab\"http://d\"");
    }

    private static boolean isCompiled(String example) {
        Map<Boolean, List<String>> lines = example.lines()
                .map(DocumentExamplesTest::code)
                .collect(Collectors.partitioningBy(line -> line.startsWith("import")));
        return lines.get(true).stream().allMatch(line -> SOURCES.stream().anyMatch(source -> source.contains(line)))
                && SOURCES.stream().anyMatch(source -> lines.get(false).stream().allMatch(source::contains));
    }

    private static String code(String source) {
        return NOT_CODE.matcher(source).replaceAll("");
    }

    private static List<String> sources() {
        return files(
                        ROOT,
                        path -> path.toString().endsWith(".java")
                                && path.toString().contains("/src/"))
                .map(path -> code(read(path)))
                .toList();
    }

    private static Stream<Path> files(Path root, Predicate<Path> wanted) {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(wanted).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
