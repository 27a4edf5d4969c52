// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.sample.document.Attachment;
import dev.rehydrate.sample.document.Blob;
import dev.rehydrate.sample.document.Change;
import dev.rehydrate.sample.document.CreateDocument;
import dev.rehydrate.sample.document.Document;
import dev.rehydrate.sample.document.EditDocument;
import java.util.ArrayList;
import java.util.List;

/** Documents and messages as JSON. */
final class DocumentJson {

    private DocumentJson() {}

    static CreateDocument create(byte[] body) {
        JsonFields fields = JsonFields.of(body, "id", "author", "title", "paragraphs");
        String id = fields.optionalText("id");
        return new CreateDocument(
                DocumentId.checked(id == null ? "" : id),
                fields.name("author"),
                fields.text("title"),
                fields.texts("paragraphs"));
    }

    static EditDocument edit(String id, byte[] body) {
        JsonFields fields = JsonFields.of(body, "author", "title", "replace", "remove", "append", "attachment");
        String author = fields.name("author");
        List<Change> changes = changes(fields);
        if (changes.isEmpty()) {
            throw ProblemKind.MALFORMED_BODY.exception(
                    "the edit changes nothing: give a title, replace, remove, append or an attachment");
        }
        return new EditDocument(id, author, changes);
    }

    static String author(byte[] body) {
        return JsonFields.of(body, "author").name("author");
    }

    private static List<Change> changes(JsonFields fields) {
        List<Change> changes = new ArrayList<>();
        String title = fields.optionalText("title");
        if (title != null) {
            changes.add(new Change.Retitle(title));
        }
        JsonFields replace = fields.optionalObject("replace", "paragraph", "text");
        if (replace != null) {
            changes.add(new Change.Replace(replace.number("paragraph"), replace.text("text")));
        }
        Integer remove = fields.optionalNumber("remove");
        if (remove != null) {
            changes.add(new Change.Remove(remove));
        }
        fields.texts("append").forEach(text -> changes.add(new Change.Append(text)));
        JsonFields attachment = fields.optionalObject("attachment", "name", "content");
        if (attachment != null) {
            changes.add(new Change.Attach(attachment.name("name"), Blob.of(attachment.base64("content"))));
        }
        return changes;
    }

    static void write(Document document, ObjectNode json) {
        json.put("id", document.id()).put("title", document.title());
        document.authors().forEach(json.putArray("authors")::add);
        document.paragraphs().forEach(json.putArray("paragraphs")::add);
        json.put("edits", document.edits());
        Attachment attachment = document.attachment();
        if (attachment != null) {
            json.putObject("attachment")
                    .put("name", attachment.name())
                    .put("bytes", attachment.bytes())
                    .put("sha256", attachment.sha256());
        }
    }
}
