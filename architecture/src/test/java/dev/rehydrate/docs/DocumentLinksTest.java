// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a page refers to is there: files, headings, and each module of the build once. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");
    private static final Pattern MODULE = Pattern.compile("<module>([^</]+)</module>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> root = Files.list(ROOT)) {
            return Stream.concat(docs, root).filter(path -> path.toString().endsWith(".md")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachLinkOfAPageLeadsSomewhere(Path page) {
        assertThat(dead(page, read(page))).isEmpty();
    }

    @Test
    void aDeadLinkIsNoticed() {
        Path readme = ROOT.resolve("README.md");

        assertThat(dead(
                        readme,
                        "[a](docs/host.md) [b](docs/no.md) [c](docs/host.md#no-such-heading) [d](#run-it) [e](#no)"))
                .containsExactly("docs/no.md", "docs/host.md#no-such-heading", "#no");
    }

    @Test
    void readmeListsEachModuleOnce() {
        List<String> modules = all(MODULE, read(ROOT.resolve("pom.xml")));

        assertThat(all(ROW, read(ROOT.resolve("README.md")))).containsExactlyInAnyOrderElementsOf(modules);
    }

    private static List<String> dead(Path page, String text) {
        List<String> dead = new ArrayList<>();
        for (String link : all(LINK, FENCED.matcher(text).replaceAll(""))) {
            if (!link.contains("://") && !link.startsWith("mailto:") && !leadsSomewhere(page, link)) {
                dead.add(link);
            }
        }
        return dead;
    }

    private static boolean leadsSomewhere(Path page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file);
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || !target.toString().endsWith(".md") || anchors(target).contains(link.substring(hash + 1));
    }

    private static Set<String> anchors(Path page) {
        return all(HEADING, FENCED.matcher(read(page)).replaceAll("")).stream()
                .map(DocumentLinksTest::anchor)
                .collect(Collectors.toSet());
    }

    /** As GitHub makes it: the letters and digits of the heading, with hyphens for spaces. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
