// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.sample.text.Nearest;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads lines of JSON, strictly: a file that is not understood in full is not played at all. */
final class StoryReader {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private static final String LINE = "line";
    private static final ObjectNode REFUSED = MAPPER.createObjectNode().put("refused", 0);

    private static final Map<String, Shape> STEPS = Map.of(
            "create", new Shape(Step.Create.class, REFUSED.deepCopy().set("paragraphs", MAPPER.createArrayNode())),
            "edit",
                    new Shape(
                            Step.Edit.class,
                            REFUSED.deepCopy().put("stale", false).set("append", MAPPER.createArrayNode())),
            "read", new Shape(Step.Read.class, REFUSED),
            "submit", new Shape(Step.Submit.class, REFUSED),
            "expect", new Shape(Step.Expect.class, MAPPER.createObjectNode()));

    /** What a kind of line becomes, and what it says if it does not say anything else. */
    private record Shape(Class<? extends Step> type, JsonNode defaults) {

        List<String> fields() {
            return Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getName)
                    .filter(name -> !name.equals(LINE))
                    .toList();
        }
    }

    private StoryReader() {}

    static List<Step> read(String text) {
        List<Step> steps = new ArrayList<>();
        int line = 0;
        for (String json : text.lines().toList()) {
            line++;
            steps.add(step(line, json));
        }
        return List.copyOf(steps);
    }

    private static Step step(int line, String json) {
        try {
            JsonNode node = MAPPER.readTree(json);
            if (!(node instanceof ObjectNode fields)) {
                throw StoryException.at(line, "this is not a JSON object; every line is one");
            }
            return MAPPER.treeToValue(fields, type(line, fields));
        } catch (ValueInstantiationException incomplete) {
            throw StoryException.at(line, reason(incomplete.getCause()));
        } catch (JsonProcessingException wrong) {
            throw new StoryException("line " + line + ": " + wrong.getOriginalMessage(), wrong);
        }
    }

    private static String reason(@Nullable Throwable cause) {
        if (cause instanceof NullPointerException missing) {
            return "a field is missing: " + missing.getMessage();
        }
        return cause == null ? "this cannot be a step" : String.valueOf(cause.getMessage());
    }

    private static Class<? extends Step> type(int line, ObjectNode fields) {
        JsonNode name = fields.remove("step");
        Shape shape = name == null ? null : STEPS.get(name.asText());
        if (shape == null) {
            throw StoryException.at(line, unknownStep(name));
        }
        requireKnown(line, fields, shape.fields());
        fields.put(LINE, line);
        shape.defaults().properties().forEach(field -> fields.putIfAbsent(field.getKey(), field.getValue()));
        return shape.type();
    }

    private static String unknownStep(@Nullable JsonNode name) {
        return name == null
                ? "the field step is missing; it is one of "
                        + STEPS.keySet().stream().sorted().toList()
                : "unknown step " + name + guess(name.asText(), STEPS.keySet());
    }

    private static void requireKnown(int line, ObjectNode fields, List<String> known) {
        fields.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw StoryException.at(line, "unknown field \"" + name + "\"" + guess(name, known));
            }
        });
    }

    private static String guess(String word, Collection<String> known) {
        return Nearest.to(word, known)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
    }
}
