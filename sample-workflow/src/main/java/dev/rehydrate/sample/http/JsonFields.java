// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object, read strictly: what is missing, unknown or of another type is an error that says so. */
final class JsonFields {

    private final String path;
    private final JsonNode object;

    private JsonFields(String path, JsonNode object) {
        this.path = path;
        this.object = object;
    }

    /** Reads a body that is one object with no other fields than these. */
    static JsonFields of(byte[] body, String... known) {
        JsonNode json = Json.read(body);
        if (!json.isObject()) {
            throw wrong("the body is " + kind(json) + ", not an object");
        }
        return new JsonFields("", json).with(known);
    }

    private JsonFields with(String... known) {
        List<String> names = Arrays.asList(known);
        for (Iterator<String> given = object.fieldNames(); given.hasNext(); ) {
            if (!names.contains(given.next())) {
                // The name is not repeated: it is of any length and content.
                throw wrong("there is an unknown field" + (path.isEmpty() ? "" : " in " + path) + "; known are "
                        + String.join(", ", names));
            }
        }
        return this;
    }

    String text(String name) {
        String text = optionalText(name);
        if (text == null) {
            throw wrong("the field " + path + name + " is missing");
        }
        return text;
    }

    /** Text that says something. */
    String name(String name) {
        String text = text(name);
        if (text.isBlank()) {
            throw wrong("the field " + path + name + " is blank");
        }
        return text;
    }

    @Nullable
    String optionalText(String name) {
        JsonNode value = object.get(name);
        return value == null ? null : textOf(value, path + name);
    }

    List<String> texts(String name) {
        JsonNode value = object.get(name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            throw wrong(path + name + " is " + kind(value) + ", not an array of texts");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value) {
            texts.add(textOf(element, path + name + "[" + texts.size() + "]"));
        }
        return texts;
    }

    @Nullable
    Integer optionalNumber(String name) {
        JsonNode value = object.get(name);
        if (value == null) {
            return null;
        }
        if (!value.isInt()) {
            throw wrong(path + name + " is " + kind(value) + ", not a whole number in the usual range");
        }
        return value.intValue();
    }

    int number(String name) {
        Integer number = optionalNumber(name);
        if (number == null) {
            throw wrong("the field " + path + name + " is missing");
        }
        return number;
    }

    byte[] base64(String name) {
        try {
            return Base64.getDecoder().decode(text(name).getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException notBase64) {
            throw wrong(path + name + " is not base64");
        }
    }

    @Nullable
    JsonFields optionalObject(String name, String... known) {
        JsonNode value = object.get(name);
        if (value == null) {
            return null;
        }
        if (!value.isObject()) {
            throw wrong(path + name + " is " + kind(value) + ", not an object");
        }
        return new JsonFields(path + name + ".", value).with(known);
    }

    private static String textOf(JsonNode value, String where) {
        if (!value.isTextual()) {
            throw wrong(where + " is " + kind(value) + ", not text");
        }
        String text = value.textValue();
        if (text.codePoints().anyMatch(JsonFields::isHalfAPair)) {
            throw wrong(where + " is not well-formed text: it has half a surrogate pair");
        }
        return text;
    }

    private static boolean isHalfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "text";
            default -> "a " + value.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    }

    private static ProblemException wrong(String detail) {
        return ProblemKind.MALFORMED_BODY.exception(detail);
    }
}
