// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.settings;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.settings.SettingCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a {@code rehydrate.yaml}: one level of names and values. Goes on after a mistake, so that all are told at once. */
final class OptionsFile {

    private final String name;
    private final SettingCatalog settings;
    private final ChosenOptions chosen;
    private final Map<String, String> places = new HashMap<>();

    OptionsFile(String name, SettingCatalog settings, ChosenOptions chosen) {
        this.name = name;
        this.settings = settings;
        this.chosen = chosen;
    }

    /** Opens a file. */
    @FunctionalInterface
    interface Opener {
        InputStream open() throws IOException;
    }

    void read(Opener opener) {
        try (InputStream in = opener.open();
                JsonParser parser = new YAMLFactory().createParser(in)) {
            read(parser);
        } catch (JsonProcessingException malformed) {
            chosen.refuse(
                    at(malformed.getLocation()), "this is not YAML: " + firstLine(malformed.getOriginalMessage()));
        } catch (IOException unreadable) {
            chosen.refuse(name, "cannot be read: " + unreadable);
        }
    }

    private void read(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null || first == JsonToken.VALUE_NULL) {
            return;
        }
        if (first != JsonToken.START_OBJECT) {
            chosen.refuse(at(parser.currentTokenLocation()), "a configuration is lines of name: value");
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            readEntry(parser);
        }
        if (parser.nextToken() != null) {
            chosen.refuse(at(parser.currentTokenLocation()), "a configuration is one document");
        }
    }

    private void readEntry(JsonParser parser) throws IOException {
        String key = parser.currentName();
        String where = at(parser.currentTokenLocation());
        Optional<Setting<?>> setting = settings.named(key);
        JsonToken value = parser.nextToken();
        if (setting.isEmpty()) {
            chosen.refuseName(where, key, settings.nearest(key));
            parser.skipChildren();
        } else if (value == JsonToken.START_ARRAY) {
            readList(parser, setting.get(), where);
        } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
            requireOnce(key, where);
            chosen.take(setting.get(), parser.getText().strip(), where);
        } else {
            chosen.refuse(where, key + (value == JsonToken.VALUE_NULL ? " has no value" : " has no parts of its own"));
            parser.skipChildren();
        }
    }

    private void readList(JsonParser parser, Setting<?> setting, String where) throws IOException {
        List<String> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken().isScalarValue()) {
                items.add(parser.getText().strip());
            } else {
                chosen.refuse(at(parser.currentTokenLocation()), "an entry of " + setting.name() + " is one value");
                parser.skipChildren();
            }
        }
        requireOnce(setting.name(), where);
        chosen.takeList(setting, items, where);
    }

    private void requireOnce(String key, String where) {
        String earlier = places.put(key, where);
        if (earlier != null) {
            chosen.refuse(where, key + " is set twice; first at " + earlier);
        }
    }

    private String at(@Nullable JsonLocation location) {
        return location == null ? name : name + ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
