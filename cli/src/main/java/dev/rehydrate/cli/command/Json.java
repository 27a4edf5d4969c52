// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.transfer.JsonFields;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.operations.reading.QueryTexts;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.TreeMap;

/** What several commands write as JSON. Field names are documented, and stay. */
final class Json {

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode header(InstanceHeader header) {
        ObjectNode object = object();
        JsonFields.put(object, "id", header.id());
        JsonFields.put(object, "status", Words.state(header));
        JsonFields.put(object, "state", header.state().name().toLowerCase(Locale.ROOT));
        DefinitionIdentity definition = header.definition();
        JsonFields.put(object, "definition", definition == null ? null : definition.name());
        JsonFields.put(object, "version", definition == null ? null : definition.version());
        JsonFields.put(object, "hostType", header.hostType());
        JsonFields.put(object, "holder", header.holder());
        JsonFields.put(object, "revision", header.revision());
        JsonFields.put(object, "token", header.token());
        JsonFields.put(object, "dueAt", header.dueAt());
        JsonFields.put(object, "createdAt", header.createdAt());
        JsonFields.put(object, "updatedAt", header.updatedAt());
        JsonFields.put(object, "expiresAt", header.expiresAt());
        JsonFields.suspension(object, header.suspension());
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
        } else if (value.kind() == PromotedValue.Kind.NUMBER) {
            to.put(name, new BigDecimal(QueryTexts.shown(value)));
        } else {
            to.put(name, plain.toString());
        }
    }
}
