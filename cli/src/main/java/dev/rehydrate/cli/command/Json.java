// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.operations.diagnosis.Words;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What several commands write as JSON. Field names are documented, and stay. */
final class Json {

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Times and ids as text; null if there is none. */
    static void put(ObjectNode to, String name, @Nullable Object value) {
        to.put(name, value == null ? null : value.toString());
    }

    static ObjectNode header(InstanceHeader header) {
        ObjectNode object = object();
        put(object, "id", header.id());
        put(object, "status", Words.state(header));
        put(object, "state", header.state().name().toLowerCase(Locale.ROOT));
        DefinitionIdentity definition = header.definition();
        put(object, "definition", definition == null ? null : definition.name());
        put(object, "version", definition == null ? null : definition.version());
        put(object, "hostType", header.hostType());
        put(object, "holder", header.holder());
        put(object, "revision", header.revision());
        put(object, "token", header.token());
        put(object, "dueAt", header.dueAt());
        put(object, "createdAt", header.createdAt());
        put(object, "updatedAt", header.updatedAt());
        put(object, "expiresAt", header.expiresAt());
        Suspension suspension = header.suspension();
        if (suspension == null) {
            object.putNull("suspension");
        } else {
            ObjectNode why = object.putObject("suspension");
            put(why, "reason", suspension.reason());
            put(why, "failure", suspension.failure());
            put(why, "since", suspension.since());
            why.put("failed", suspension.failed());
        }
        return object;
    }

    static ObjectNode entry(InstancePage.Entry entry) {
        ObjectNode object = header(entry.header());
        ObjectNode promoted = object.putObject("promoted");
        new TreeMap<>(entry.promoted()).forEach((name, value) -> promoted(promoted, name, value));
        return object;
    }

    private static void promoted(ObjectNode to, String name, PromotedValue value) {
        Object plain = value.value();
        if (plain instanceof Boolean yes) {
            to.put(name, yes);
        } else if (plain instanceof BigDecimal number) {
            to.put(name, number);
        } else {
            to.put(name, plain.toString());
        }
    }
}
