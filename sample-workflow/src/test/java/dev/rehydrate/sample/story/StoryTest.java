// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoryTest {

    private static final String BEGIN =
            "{'step':'create','document':'d','author':'a','title':'t','paragraphs':['one']}\n";

    @Test
    void aLifeIsWhatItsLinesLeadTo() {
        Story story = story(BEGIN
                + "{'step':'edit','document':'d','author':'b','title':'T','replace':{'paragraph':1,'text':'ONE'},"
                + "'append':['two'],'attachment':{'name':'f','seed':1,'bytes':2}}\n"
                + "{'step':'edit','document':'d','author':'a','append':['x'],'refused':404}\n"
                + "{'step':'submit','document':'d','author':'b'}\n"
                + "{'step':'create','document':'d','author':'c','title':'again'}\n");

        assertThat(story.lives()).extracting(Life::label).containsExactly("d", "d #2");
        Life first = story.lives().get(0);
        assertThat(first.text()).isEqualTo(new Life.Text("T", List.of("a", "b"), List.of("ONE", "two")));
        assertThat(first.edits()).isEqualTo(1);
        assertThat(first.submitted()).isTrue();
        // 73 d5 are the first bytes of new java.util.Random(1).
        assertThat(first.attachment()).isEqualTo(new Content("f", 2, Content.digest(new byte[] {0x73, (byte) 0xd5})));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'step':'edti','document':'d'} | did you mean \"edit\"?",
                "{'document':'d'} | step is missing",
                "{'step':'read','document':'d','line':1} | unknown field \"line\"",
                "{'step':'edit','document':'d','auhtor':'a'} | did you mean \"author\"?",
                "{'step':'submit','document':'d'} | missing: author",
                "{'step':'expect','document':'d','title':'t','last':'x'} | line 2:",
                "{'step':'read','document':'d'} {} | line 2:",
                "{'step':'read','document':'d' | line 2:",
                "[] | not a JSON object",
                "{'step':'edit','document':'d','author':'a','attachment':{'name':'f','seed':1,'bytes':-1}} | not -1",
                "{'step':'edit','document':'d','author':'a','attachment':{'seed':1,'bytes':1}} | missing: name",
                "{'step':'edit','document':'d','author':'a','stale':'yes'} | line 2:",
                "{'step':'create','document':'d','author':'a','title':'t'} | \"refused\": 409",
                "{'step':'read','document':'e'} | \"refused\": 404",
                "{'step':'edit','document':'d','author':'a','append':['x'],'stale':true} | only be stale after",
                "{'step':'edit','document':'d','author':'a','remove':2} | no paragraph 2"
            })
    void whatMakesNoSenseIsNamedWithItsLine(String line, String message) {
        assertThatThrownBy(() -> story(BEGIN + line))
                .isInstanceOf(StoryException.class)
                .hasMessageStartingWith("test line 2: ")
                .hasMessageContaining(message);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Story.at(Path.of("no", "such.jsonl")))
                .isInstanceOf(StoryException.class)
                .hasMessageContaining("such.jsonl");
    }

    private static Story story(String lines) {
        return Story.of("test", lines.replace('\'', '"'));
    }
}
