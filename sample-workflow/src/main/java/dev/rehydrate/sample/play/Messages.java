// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.sample.client.Request;
import dev.rehydrate.sample.story.Content;
import dev.rehydrate.sample.story.Step;

/** The steps of a story as the JSON that goes over the wire. */
final class Messages {

    private Messages() {}

    static JsonNode create(Step.Create step) {
        ObjectNode json = Request.json()
                .put("id", step.document())
                .put("author", step.author())
                .put("title", step.title());
        step.paragraphs().forEach(json.putArray("paragraphs")::add);
        return json;
    }

    static JsonNode edit(Step.Edit step) {
        ObjectNode json = Request.json().put("author", step.author());
        if (step.title() != null) {
            json.put("title", step.title());
        }
        if (step.replace() != null) {
            json.putObject("replace")
                    .put("paragraph", step.replace().paragraph())
                    .put("text", step.replace().text());
        }
        if (step.remove() != null) {
            json.put("remove", step.remove());
        }
        if (!step.append().isEmpty()) {
            step.append().forEach(json.putArray("append")::add);
        }
        if (step.attachment() != null) {
            json.putObject("attachment")
                    .put("name", step.attachment().name())
                    .put("content", Content.make(step.attachment()));
        }
        return json;
    }

    static JsonNode submit(Step.Submit step) {
        return Request.json().put("author", step.author());
    }
}
