// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentTableTest {

    private static final String AROUND = "before\n<!-- table: fruit -->\n%s<!-- /table -->\nafter\n";
    private static final String TABLE =
            "| name | kind | meaning |\n|---|---|---|\n| `a` | x | an apple |\n| `b` |  | a banana |\n";
    private static final List<List<String>> ROWS = List.of(List.of("`a`", "x"), List.of("`b`", ""));

    @TempDir
    private Path docs;

    private Path page;

    @BeforeEach
    void prepare() throws IOException {
        page = docs.resolve("page.md");
        Files.writeString(page, AROUND.formatted(TABLE));
    }

    private DocumentTable table(boolean writes) {
        return DocumentTable.in(page, writes, "fruit", "name", "kind", "meaning");
    }

    private String page() throws IOException {
        return Files.readString(page);
    }

    @Test
    void theTableOfTheCodeIsGreenAndStaysAsItIs() throws IOException {
        table(false).isMadeOf(ROWS);
        table(true).isMadeOf(ROWS);

        assertThat(page()).isEqualTo(AROUND.formatted(TABLE));
    }

    @Test
    void aStaleTableIsRedAndSaysHowItIsWritten() throws IOException {
        List<List<String>> changed = List.of(List.of("`a`", "y"), List.of("`b`", ""));

        assertThatThrownBy(() -> table(false).isMadeOf(changed))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is not that of the code; write it by")
                .hasMessageContaining("-Ddocs.write=true")
                .hasMessageContaining("| `a` | y | an apple |");
        assertThat(page()).isEqualTo(AROUND.formatted(TABLE));
        table(true).isMadeOf(changed);
        assertThat(page()).isEqualTo(AROUND.formatted(TABLE.replace("| x |", "| y |")));
        table(false).isMadeOf(changed);
    }

    @Test
    void aRowThatIsGoneGoesAndANewOneNeedsItsProse() throws IOException {
        List<List<String>> changed = List.of(List.of("`c`", "z"), List.of("`b`", ""));

        table(true).isMadeOf(changed);

        assertThat(page()).contains("| `c` | z |  |\n| `b` |  | a banana |").doesNotContain("apple");
        assertThatThrownBy(() -> table(false).isMadeOf(changed))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the row `c`")
                .hasMessageContaining("says nothing under 'meaning'");
    }

    @Test
    void rowsWithoutAnOrderKeepThatOfThePage() throws IOException {
        table(false).isMadeOfInTheOrderOfThePage(List.of(List.of("`b`", ""), List.of("`a`", "x")));
        table(true).isMadeOfInTheOrderOfThePage(List.of(List.of("`aa`", ""), List.of("`b`", ""), List.of("`a`", "x")));

        assertThat(page()).containsSubsequence("| `a` |", "| `b` |", "| `aa` |");
    }

    @Test
    void aPageWithoutTheTableIsRed() {
        assertThatThrownBy(() -> DocumentTable.in(page, true, "nuts", "name").isMadeOf(ROWS))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has no table between <!-- table: nuts -->");
    }
}
