// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was stored as a text can be in a line of JSON, which is one line for every reader and moves no cursor. */
class JsonLineTest {

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "\u0000\u001b[2J\u007f",
                "\u0085next line",
                "\u009b2J",
                "\u2028 and \u2029",
                "\u202eturned",
                "\ufeffmark",
                "half \ud83d",
                "\ude00 half",
                "\ud834\udd73 and \ud83d\ude00",
                "a \\ \" é \u4e2d"
            })
    void everyTextComesBackFromOneLineOfCharactersThatArePrinted(String text) throws JsonProcessingException {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("a", text);

        String line = JsonLine.of(json);

        assertThat(line.codePoints()).noneMatch(point -> switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        });
        assertThat(JsonLine.read(line)).isEqualTo(json);
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"\ud83d\ude00", "é", "\u4e2d"})
    void whatIsPrintedStaysAsItIs(String text) {
        assertThat(JsonLine.of(JsonNodeFactory.instance.textNode(text))).isEqualTo('"' + text + '"');
    }
}
