// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.DefinitionVersion;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.slot.StoredValue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads a line of an export as what an import gives to the store. */
final class LineReader {

    /** The name of a value, where it cannot be the name of its field. */
    static final String NAME = "name";

    private LineReader() {}

    /**
     * One instance to be created.
     *
     * @param id the instance
     * @param hostType its host type, or null
     * @param state how far it has come
     * @param changes its values, keys, definition, due time and suspension
     * @param completedKeys those of its keys that are completed, though it has not ended
     */
    record Wanted(
            InstanceId id,
            @Nullable String hostType,
            InstanceState state,
            InstanceChanges<InstanceValue> changes,
            Set<InstanceKey> completedKeys) {}

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is not one that an export has written
     * @throws java.time.DateTimeException if a time in it is none
     */
    static Wanted read(JsonNode line) {
        InstanceState state = InstanceState.valueOf(text(line, "state"));
        Map<InstanceKey, Map<String, InstanceValue>> keys = new HashMap<>();
        Set<InstanceKey> completed = new HashSet<>();
        for (JsonNode each : line.path("keys")) {
            InstanceKey key = InstanceKey.parse(text(each, "key"));
            keys.put(key, bag(each.path("metadata")));
            if (KeyState.valueOf(text(each, "state")) == KeyState.COMPLETED) {
                completed.add(key);
            }
        }
        InstanceChanges.Builder changes = InstanceChanges.builder()
                .keys(KeyChanges.associating(keys))
                .metadata(ValueDelta.putting(bag(line.path("metadata"))))
                .definition(definition(line.path("definition")));
        if (state != InstanceState.UNINITIALIZED) {
            changes.replaceData(bag(line.path("data")));
        }
        String ttl = optional(line, "idleTtl");
        changes.idleTtl(ttl == null ? null : Duration.parse(ttl));
        String due = optional(line, "dueAt");
        if (due != null) {
            changes.dueAt(Instant.parse(due));
        }
        suspension(changes, line.path("suspension"));
        return new Wanted(
                InstanceId.parse(text(line, "id")),
                optional(line, "hostType"),
                state,
                changes.build(),
                state == InstanceState.COMPLETED ? Set.of() : completed);
    }

    private static void suspension(InstanceChanges.Builder changes, JsonNode suspension) {
        if (suspension.isObject()) {
            BiConsumer<String, @Nullable String> suspend =
                    suspension.path("failed").asBoolean() ? changes::fail : changes::suspend;
            suspend.accept(text(suspension, "reason"), optional(suspension, "failure"));
        }
    }

    private static @Nullable DefinitionIdentity definition(JsonNode identity) {
        return identity.isObject()
                ? new DefinitionIdentity(
                        text(identity, "name"),
                        DefinitionVersion.parse(text(identity, "version")),
                        optional(identity, "scope"))
                : null;
    }

    private static Map<String, InstanceValue> bag(JsonNode values) {
        Map<String, InstanceValue> bag = new HashMap<>();
        values.properties().forEach(field -> {
            String name = name(field);
            bag.put(name, value(name, field.getValue()));
        });
        return bag;
    }

    /** The name of a value, which not every name of a field can be. */
    static String name(Map.Entry<String, JsonNode> field) {
        String name = optional(field.getValue(), NAME);
        return name == null ? field.getKey() : name;
    }

    private static InstanceValue value(String name, JsonNode value) {
        Set<InstanceValue.Option> options = EnumSet.noneOf(InstanceValue.Option.class);
        value.path("options").forEach(option -> options.add(InstanceValue.Option.valueOf(option.asText())));
        String promoted = optional(value, "promoted");
        PromotedValue copy = promoted == null ? null : QueryTexts.kept(promoted);
        EncodedValue encoded = EncodedValue.fromBytes(bytes(value));
        if (!value.has(InstanceLine.DAMAGED)) {
            requireIntact(name, encoded);
        }
        return new StoredValue(encoded, options, copy).asIs();
    }

    /** A store proves the checksum when a value is read, which may be long after the file is gone. */
    private static void requireIntact(String name, EncodedValue encoded) {
        try {
            InstanceLine.DESCRIBING.describe(encoded);
        } catch (ValueCodingException changed) {
            throw new IllegalArgumentException(
                    "the bytes of the value '" + name + "' are not those that were exported: " + changed.getMessage(),
                    changed);
        }
    }

    private static byte[] bytes(JsonNode value) {
        try {
            byte[] bytes = value.path("bytes").binaryValue();
            if (bytes == null || bytes.length == 0) {
                throw new IllegalArgumentException("a value has no bytes");
            }
            return bytes;
        } catch (IOException notBase64) {
            throw new IllegalArgumentException("the bytes of a value are not base64", notBase64);
        }
    }

    private static String text(JsonNode object, String name) {
        String text = optional(object, name);
        if (text == null) {
            throw new IllegalArgumentException("there is no '" + name + "'");
        }
        return text;
    }

    private static @Nullable String optional(JsonNode object, String name) {
        JsonNode field = object.path(name);
        return field.isTextual() ? field.textValue() : null;
    }
}
