// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.sample.story.Content;
import dev.rehydrate.sample.story.Life;
import dev.rehydrate.sample.story.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares a document as a node shows it with what the story says. */
final class Comparison {

    private static final int CONTEXT = 20;
    private static final int LONGEST = 60;

    private final String subject;
    private final JsonNode actual;
    private final List<String> differences = new ArrayList<>();

    private Comparison(String subject, JsonNode actual) {
        this.subject = subject;
        this.actual = actual;
    }

    /** What differs, for people; empty if nothing does. */
    static List<String> differences(Life life, Played.Seen seen) {
        Comparison comparison = new Comparison(life.label() + " on node " + seen.node(), seen.document());
        comparison.withModel(life);
        Step.Expect expect = life.expect();
        if (expect != null) {
            comparison.withExpectation(expect);
        }
        return comparison.differences;
    }

    private void withModel(Life life) {
        compare("id", life.document(), actual.path("id").asText());
        compare("title", life.text().title(), actual.path("title").asText());
        compareAll("author", life.text().authors(), actual.path("authors"));
        compareAll("paragraph", life.text().paragraphs(), actual.path("paragraphs"));
        compare("number of edits", life.edits(), actual.path("edits").asInt());
        compare("attachment", life.attachment(), content(actual.path("attachment")));
    }

    private void withExpectation(Step.Expect expect) {
        String line = " as line " + expect.line() + " expects it";
        JsonNode paragraphs = actual.path("paragraphs");
        compare("title" + line, expect.title(), actual.path("title").asText());
        compare("number of edits" + line, expect.edits(), actual.path("edits").asInt());
        compare("number of paragraphs" + line, expect.paragraphs(), paragraphs.size());
        compare(
                "last paragraph" + line,
                expect.last(),
                paragraphs.path(paragraphs.size() - 1).asText());
    }

    private static @Nullable Content content(JsonNode json) {
        return json.isMissingNode()
                ? null
                : new Content(
                        json.path("name").asText(),
                        json.path("bytes").asInt(),
                        json.path("sha256").asText());
    }

    private void compareAll(String what, List<String> expected, JsonNode found) {
        compare("number of " + what + "s", expected.size(), found.size());
        for (int at = 0; at < Math.min(expected.size(), found.size()); at++) {
            compare(what + " " + (at + 1), expected.get(at), found.path(at).asText());
        }
    }

    private void compare(String what, @Nullable Object expected, @Nullable Object found) {
        if (!Objects.equals(expected, found)) {
            String wanted = String.valueOf(expected);
            String got = String.valueOf(found);
            int from = Math.max(0, commonLength(wanted, got) - CONTEXT);
            differences.add(subject + ": " + what + ": the file says " + excerpt(wanted, from) + ", the service "
                    + excerpt(got, from));
        }
    }

    private static int commonLength(String one, String other) {
        int length = 0;
        while (length < one.length() && length < other.length() && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }

    private static String excerpt(String text, int from) {
        int to = Math.min(text.length(), from + LONGEST);
        return "'" + (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "") + "'";
    }
}
