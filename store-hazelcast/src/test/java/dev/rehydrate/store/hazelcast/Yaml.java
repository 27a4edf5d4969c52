// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part of a YAML document: a map, a list or a text. */
record Yaml(Object content) {

    static List<Yaml> documents(Path file) throws IOException {
        List<Yaml> all = new ArrayList<>();
        try (JsonParser parser = new YAMLFactory().createParser(file.toFile())) {
            while (parser.nextToken() != null) {
                all.add(new Yaml(read(parser)));
            }
        }
        return all;
    }

    private static Object read(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> map = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                map.put(name, read(parser));
            }
            return map;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(read(parser));
            }
            return list;
        }
        return parser.getText();
    }

    /** Follows names, and places in lists, parted by slashes; empty text if there is no such part. */
    Yaml at(String path) {
        Object part = content;
        for (String step : path.split("/", -1)) {
            if (part instanceof Map<?, ?> map) {
                part = map.get(step);
            } else if (part instanceof List<?> list) {
                part = list.get(Integer.parseInt(step));
            }
        }
        return new Yaml(part == null ? "" : part);
    }

    List<Yaml> items() {
        return ((List<?>) content).stream().<Yaml>map(Yaml::new).toList();
    }

    String text() {
        return (String) content;
    }
}
