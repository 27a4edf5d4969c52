// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.transfer.JsonFields;
import dev.rehydrate.host.InspectedInstance;
import dev.rehydrate.host.InspectedValue;
import dev.rehydrate.host.PostedMessage;
import dev.rehydrate.host.StoredTimer;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.operations.diagnosis.Diagnosis;
import dev.rehydrate.operations.diagnosis.Evidence;
import dev.rehydrate.operations.diagnosis.Finding;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.recording.RecordedChange;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One instance as JSON for scripts. */
final class InstanceJson {

    private InstanceJson() {}

    static ObjectNode of(Evidence evidence) {
        InspectedInstance inspected = evidence.instance().inspected();
        ObjectNode object = Json.header(inspected.header());
        JsonFields.put(object, "readAt", evidence.now());
        ArrayNode findings = object.putArray("findings");
        Diagnosis.of(evidence).findings().forEach(finding -> findings.add(of(finding)));
        ArrayNode keys = object.putArray("keys");
        inspected.keys().forEach(key -> {
            ObjectNode each = keys.addObject();
            JsonFields.put(each, "key", key.key());
            each.put("state", key.state().name().toLowerCase(Locale.ROOT));
            each.put("home", inspected.header().id().isHomeOf(key.key()));
            each.put("text", key.text());
        });
        values(object.putObject("data"), inspected.data());
        values(object.putObject("metadata"), inspected.metadata());
        ArrayNode timers = object.putArray("timers");
        evidence.instance().timers().forEach(timer -> timers.add(of(timer)));
        ArrayNode outbox = object.putArray("outbox");
        evidence.instance().outbox().forEach(message -> outbox.add(of(message)));
        ArrayNode mailbox = object.putArray("mailbox");
        InstanceText.messages(evidence).forEach(message -> mailbox.add(of(message)));
        ArrayNode changes = object.putArray("changes");
        evidence.changes().forEach(change -> changes.add(of(change)));
        return object;
    }

    private static ObjectNode of(RecordedChange change) {
        ObjectNode object = Json.object();
        JsonFields.put(object, "at", change.at());
        JsonFields.put(object, "owner", change.owner());
        object.put("command", Words.command(change))
                .put("revision", change.revision())
                .put("bytes", change.bytes());
        ArrayNode events = object.putArray("events");
        change.events().forEach(event -> events.add(event.name().toLowerCase(Locale.ROOT)));
        return object;
    }

    static ObjectNode of(Finding finding) {
        return Json.object()
                .put("cause", finding.cause().name())
                .put("trouble", finding.cause().isTrouble())
                .put("explanation", finding.explanation())
                .put("remedy", finding.remedy());
    }

    private static void values(ObjectNode to, Map<String, InspectedValue> all) {
        new TreeMap<>(all).forEach((name, value) -> {
            ObjectNode each = to.putObject(name);
            if (value.description() != null) {
                each.put("codec", value.description().codecId());
                each.put("type", value.description().typeName());
            }
            if (value.json() == null) {
                each.put("problem", value.problem());
            } else {
                each.set("value", value.json());
            }
        });
    }

    private static ObjectNode of(StoredTimer timer) {
        ObjectNode object = Json.object().put("name", timer.name()).put("operation", timer.operation());
        JsonFields.put(object, "at", timer.at());
        return object.put("attempts", timer.attempts());
    }

    static ObjectNode of(UnsentMessage message) {
        ObjectNode object = Json.object();
        JsonFields.put(object, "instance", message.instance());
        JsonFields.put(object, "id", message.id());
        object.put("number", message.number())
                .put("destination", message.destination())
                .put("dead", message.isDead())
                .put("attempts", message.attempts());
        JsonFields.put(object, "at", message.at());
        return object.put("problem", message.problem().orElse(null));
    }

    static ObjectNode of(PostedMessage message) {
        ObjectNode object = Json.object();
        JsonFields.put(object, "mailbox", message.mailbox());
        object.put("id", message.id())
                .put("operation", message.operation())
                .put("state", message.state().name().toLowerCase(Locale.ROOT))
                .put("dead", message.state() == PostedMessage.State.DEAD)
                .put("deliveries", message.deliveries());
        JsonFields.put(object, "postedAt", message.postedAt());
        JsonFields.put(object, "at", message.at());
        return object.put("problem", message.problem().orElse(null));
    }
}
