// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.sample.story.Content;
import dev.rehydrate.sample.story.Life;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    private static final Life LIFE = new Life(
            "d",
            1,
            1,
            new Life.Text("title", List.of("Ann", "Ben"), List.of("one", "two")),
            1,
            new Content("f", 3, "abc"),
            false,
            null);

    private static final String SAME = "{'id':'d','title':'title','authors':['Ann','Ben'],'paragraphs':['one','two'],"
            + "'edits':1,'attachment':{'name':'f','bytes':3,'sha256':'abc'}}";

    @Test
    void whatIsAsTheFileSaysDoesNotDiffer() {
        assertThat(differences(SAME)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'id':'d' | 'id':'e' | id: the file says 'd', the service 'e'",
                "'title':'title' | 'title':'TITLE' | title: the file says 'title', the service 'TITLE'",
                "'one', | `` | number of paragraphs: the file says '2', the service '1'",
                "'one','two' | 'two','one' | paragraph 1: the file says 'one', the service 'two'",
                "['Ann','Ben'] | ['Ann'] | number of authors: the file says '2', the service '1'",
                "'edits':1 | 'edits':2 | number of edits: the file says '1', the service '2'",
                "'abc' | 'abd' | attachment: ",
                "'attachment' | 'attached' | attachment: "
            })
    void whateverDiffersIsNamed(String from, String to, String difference) {
        assertThat(differences(SAME.replace(from, to))).anyMatch(found -> found.contains(difference), difference);
    }

    @Test
    void longTextsAreShownWhereTheyDiffer() {
        String text = "x".repeat(500);
        Life life = new Life("d", 1, 1, new Life.Text(text + "A", List.of(), List.of()), 0, null, false, null);

        List<String> found = Comparison.differences(life, seen("{'id':'d','title':'" + text + "B','edits':0}"));

        assertThat(found)
                .singleElement()
                .asString()
                .hasSizeLessThan(200)
                .contains("xxA'")
                .contains("xxB'");
    }

    private static List<String> differences(String json) {
        return Comparison.differences(LIFE, seen(json));
    }

    private static Played.Seen seen(String json) {
        try {
            JsonNode document = new ObjectMapper().readTree(json.replace('\'', '"'));
            return new Played.Seen("A", document);
        } catch (IOException notJson) {
            throw new IllegalArgumentException(notJson);
        }
    }
}
