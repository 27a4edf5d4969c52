// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes an instance as one line of an export. What each field means is in docs/cli.md. */
public final class InstanceLine {

    /** Stands in a value whose bytes could not be read when it was exported. They are copied as they are. */
    static final String DAMAGED = "damaged";

    /** Reads what stands before the payload of any value, and proves the checksum of all. */
    static final ValueEncoding DESCRIBING = ValueEncoding.simpleTypes();

    private static final int REPLACEMENT = 0xFFFD;

    private InstanceLine() {}

    /**
     * Writes an instance.
     *
     * @param record the instance
     * @return the line as JSON
     */
    public static ObjectNode of(InstanceRecord record) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        header(line, record.header());
        JsonFields.put(line, "idleTtl", record.idleTtl());
        ArrayNode keys = line.putArray("keys");
        sorted(record.keys()).forEach((text, key) -> {
            ObjectNode each = keys.addObject().put("key", text);
            JsonFields.put(each, "state", key.state());
            each.set("metadata", bag(key.metadata()));
        });
        line.set("data", bag(record.data()));
        line.set("metadata", bag(record.metadata()));
        return line;
    }

    /**
     * Says which values of an instance have bytes that could not be read.
     *
     * @param line what {@link #of} has made, or what an import has taken
     * @return a sentence of each, safe to print; empty if all could be read
     */
    public static List<String> damaged(JsonNode line) {
        List<String> sentences = new ArrayList<>();
        damaged("the value", line.path("data"), sentences);
        damaged("the metadata", line.path("metadata"), sentences);
        line.path("keys")
                .forEach(key -> damaged(
                        "the metadata of the key " + key.path("key").asText(), key.path("metadata"), sentences));
        return sentences;
    }

    private static void damaged(String what, JsonNode bag, List<String> sentences) {
        bag.properties().stream()
                .filter(field -> field.getValue().has(DAMAGED))
                .map(field -> what + " '" + SafeText.line(LineReader.name(field)) + "': "
                        + SafeText.line(field.getValue().path(DAMAGED).asText()))
                .forEach(sentences::add);
    }

    private static Map<String, KeyEntry> sorted(Map<InstanceKey, KeyEntry> keys) {
        Map<String, KeyEntry> sorted = new TreeMap<>();
        keys.forEach((key, entry) -> sorted.put(key.toString(), entry));
        return sorted;
    }

    private static void header(ObjectNode line, InstanceHeader header) {
        JsonFields.put(line, "id", header.id());
        JsonFields.put(line, "state", header.state());
        JsonFields.put(line, "hostType", header.hostType());
        DefinitionIdentity definition = header.definition();
        if (definition == null) {
            line.putNull("definition");
        } else {
            ObjectNode identity = line.putObject("definition").put("name", definition.name());
            JsonFields.put(identity, "version", definition.version());
            JsonFields.put(identity, "scope", definition.scope());
        }
        JsonFields.suspension(line, header.suspension());
        JsonFields.put(line, "dueAt", header.dueAt());
        JsonFields.put(line, "holder", header.holder());
        JsonFields.put(line, "revision", header.revision());
        JsonFields.put(line, "token", header.token());
        JsonFields.put(line, "createdAt", header.createdAt());
        JsonFields.put(line, "updatedAt", header.updatedAt());
        JsonFields.put(line, "expiresAt", header.expiresAt());
    }

    private static JsonNode bag(Map<String, StoredValue> values) {
        ObjectNode bag = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(values).forEach((name, value) -> {
            String field = field(name, values.keySet(), bag);
            ObjectNode written = value(value);
            bag.set(field, field.equals(name) ? written : written.put(LineReader.NAME, name));
        });
        return bag;
    }

    /** A parser takes half a surrogate pair in a text, and refuses it in the name of a field. */
    private static String field(String name, Set<String> names, ObjectNode bag) {
        String field = name.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        while (!field.equals(name) && (names.contains(field) || bag.has(field))) {
            field += (char) REPLACEMENT;
        }
        return field;
    }

    /** Codec, version and type are for readers; the bytes have them too, and are what an import takes. */
    private static ObjectNode value(StoredValue value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        try {
            ValueBag.Description description = DESCRIBING.describe(value.encoded());
            object.put("codec", description.codecId())
                    .put("schemaVersion", description.schemaVersion())
                    .put("type", description.typeName());
        } catch (ValueCodingException damaged) {
            object.put(DAMAGED, damaged.getMessage());
        }
        ArrayNode options = object.putArray("options");
        value.options().stream().map(InstanceValue.Option::name).sorted().forEach(options::add);
        object.put("promoted", value.promoted() == null ? null : QueryTexts.kept(value.promoted()));
        return object.put("bytes", value.encoded().toBytes());
    }
}
