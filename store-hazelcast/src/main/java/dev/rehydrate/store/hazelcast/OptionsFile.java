// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a {@code rehydrate.yaml}: one level of names and values. Goes on after a mistake, so that all are told at once. */
final class OptionsFile {

    /** The name of the file on the class path. */
    static final String NAME = "rehydrate.yaml";

    private final String name;
    private final OptionSource source = new OptionSource();

    private OptionsFile(String name) {
        this.name = name;
    }

    /** Opens a file. */
    @FunctionalInterface
    interface Opener {
        InputStream open() throws IOException;
    }

    static OptionSource read(String name, Opener opener) {
        OptionsFile file = new OptionsFile(name);
        try (InputStream in = opener.open();
                JsonParser parser = new YAMLFactory().createParser(in)) {
            file.read(parser);
        } catch (JsonProcessingException malformed) {
            String where = file.at(malformed.getLocation());
            file.source.addProblem(where, "this is not YAML: " + firstLine(malformed.getOriginalMessage()));
        } catch (IOException unreadable) {
            file.source.addProblem(name, "cannot be read: " + unreadable);
        }
        return file.source;
    }

    private void read(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null || first == JsonToken.VALUE_NULL) {
            return;
        }
        if (first != JsonToken.START_OBJECT) {
            source.addProblem(at(parser.currentTokenLocation()), "a configuration is lines of name: value");
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            readEntry(parser);
        }
        if (parser.nextToken() != null) {
            source.addProblem(at(parser.currentTokenLocation()), "a configuration is one document");
        }
    }

    private void readEntry(JsonParser parser) throws IOException {
        String key = parser.currentName();
        String where = at(parser.currentTokenLocation());
        Optional<Setting<?>> setting = Setting.named(key);
        JsonToken value = parser.nextToken();
        if (setting.isEmpty()) {
            source.addUnknown(where, key, NearestName.of(key, Setting.NAMES));
            parser.skipChildren();
        } else if (value == JsonToken.START_ARRAY) {
            readList(parser, setting.get(), where);
        } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
            source.add(setting.get(), new OptionSource.Entry(parser.getText().strip(), false, where));
        } else {
            source.addProblem(
                    where, key + (value == JsonToken.VALUE_NULL ? " has no value" : " has no parts of its own"));
            parser.skipChildren();
        }
    }

    private void readList(JsonParser parser, Setting<?> setting, String where) throws IOException {
        List<String> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken().isScalarValue()) {
                items.add(parser.getText().strip());
            } else {
                source.addProblem(at(parser.currentTokenLocation()), "an entry of " + setting.name() + " is one value");
                parser.skipChildren();
            }
        }
        source.add(setting, new OptionSource.Entry(String.join(",", items), true, where));
    }

    private String at(@Nullable JsonLocation location) {
        return location == null ? name : name + ", line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
