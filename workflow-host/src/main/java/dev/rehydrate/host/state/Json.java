// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.host.async.DamagedHostStateException;
import dev.rehydrate.instance.ValueBag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text form of what a host remembers. Fields that are not known are passed over, and gone after the next save. A release
 * that writes a field which must not be lost gives its text a field {@value #VERSION} with a higher number: hosts of this
 * release then refuse it, and leave the instance to others.
 */
final class Json {

    static final String VERSION = "v";

    private static final int KNOWN_VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static @Nullable JsonNode find(ValueBag metadata, String name) {
        return find(metadata, name, KNOWN_VERSION);
    }

    static @Nullable JsonNode find(ValueBag metadata, String name, int knownVersion) {
        String text = metadata.find(name, String.class).orElse(null);
        if (text == null) {
            return null;
        }
        JsonNode stored = parsed(name, text);
        int version = stored.path(VERSION).asInt(1);
        if (version > knownVersion) {
            throw new NewerHostValueException(name, version, knownVersion);
        }
        return stored;
    }

    private static JsonNode parsed(String name, String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException damaged) {
            // Not the cause: its message shows a part of the text.
            throw new DamagedHostStateException("the value '" + name + "' of the host is not JSON, at "
                    + damaged.getLocation().offsetDescription());
        }
    }

    static <T> List<T> list(JsonNode in, String field, Function<JsonNode, T> read) {
        List<T> all = new ArrayList<>();
        in.path(field).forEach(each -> all.add(read.apply(each)));
        return all;
    }

    static @Nullable String textOrNull(JsonNode in, String field) {
        JsonNode value = in.path(field);
        return value.isTextual() ? value.asText() : null;
    }
}
