// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.sample.document.Attachment;
import dev.rehydrate.sample.document.Blob;
import dev.rehydrate.sample.document.DocumentState;
import dev.rehydrate.sample.document.DocumentWorkflow;
import dev.rehydrate.sample.document.EditReply;
import dev.rehydrate.sample.document.ReadDocument;
import dev.rehydrate.sample.document.SubmitDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpFields;

/** From a request to a message of the workflow, and from its answer to a reply. */
final class DocumentResource {

    private static final String JSON = "application/json";

    private final WorkflowHost host;
    private final ServerSettings settings;

    DocumentResource(WorkflowHost host, ServerSettings settings) {
        this.host = host;
        this.settings = settings;
    }

    /**
     * What a request is for.
     *
     * @param endpoint the endpoint
     * @param id the document, or empty for the collection
     */
    record Target(Endpoint endpoint, String id) {}

    /**
     * Finds out what a request is for, before its body is read.
     *
     * @throws ProblemException if there is nothing at the path, or nothing for the method
     */
    Target target(String method, String rawPath) {
        List<String> parts = RequestPath.parts(rawPath);
        Endpoint endpoint = Endpoint.at(parts)
                .orElseThrow(() ->
                        ProblemKind.NO_SUCH_RESOURCE.exception("the service has /documents and what is below it"));
        endpoint.requireMethod(method);
        return new Target(endpoint, endpoint == Endpoint.COLLECTION ? "" : DocumentId.checked(parts.get(1)));
    }

    /**
     * Answers a request whose body is read.
     *
     * @throws RuntimeException for every failure; {@link CallFailures} knows them
     */
    Reply answer(Target target, HttpFields headers, byte[] body) {
        String id = target.id();
        return switch (target.endpoint()) {
            case COLLECTION -> create(headers, body);
            case DOCUMENT -> call(DocumentWorkflow.READ, new ReadDocument(id), headers, state -> shown(200, state));
            case ATTACHMENT -> call(DocumentWorkflow.READ, new ReadDocument(id), headers, DocumentResource::attachment);
            case EDITS -> call(DocumentWorkflow.EDIT, DocumentJson.edit(id, body), headers, DocumentResource::edited);
            case SUBMIT ->
                call(
                        DocumentWorkflow.SUBMIT,
                        new SubmitDocument(id, DocumentJson.author(body)),
                        headers,
                        state -> shown(200, state));
        };
    }

    private Reply create(HttpFields headers, byte[] body) {
        if (headers.contains("If-Match")) {
            throw ProblemKind.STALE_ETAG.exception(
                    "a document that is to be created has no state that If-Match could name"
                            + ProblemKind.NOTHING_DONE);
        }
        return call(
                DocumentWorkflow.CREATE,
                DocumentJson.create(body),
                headers,
                state -> shown(201, state)
                        .header(
                                "Location",
                                "/documents/"
                                        + RequestPath.encoded(state.document().id())));
    }

    private <M, R> Reply call(Operation<?, M, R> operation, M message, HttpFields headers, Function<R, Reply> onReply) {
        CallOptions options = CallOptions.DEFAULT.within(settings.callDeadline());
        Optional<Revision> seen = EntityTag.ifMatch(headers.getValuesList("If-Match"));
        CallOutcome<R> outcome =
                host.call(operation, message, seen.map(options::ifMatch).orElse(options));
        return outcome.fold(new OutcomeReplies<>(onReply));
    }

    private static Reply shown(int status, DocumentState state) {
        return Reply.json(status, JSON, json -> DocumentJson.write(state.document(), json));
    }

    private static Reply edited(EditReply reply) {
        if (reply instanceof EditReply.Refused refused) {
            throw ProblemKind.EDIT_REFUSED.exception(refused.why() + ProblemKind.NOTHING_DONE);
        }
        return shown(200, ((EditReply.Applied) reply).state());
    }

    private static Reply attachment(DocumentState state) {
        Attachment attachment = state.document().attachment();
        Blob content = state.content();
        if (attachment == null || content == null) {
            throw ProblemKind.NO_ATTACHMENT.exception("nothing is attached to this document");
        }
        return Reply.bytes(200, content.toBytes())
                .header(
                        "Content-Disposition",
                        "attachment; filename*=UTF-8''" + RequestPath.encoded(attachment.name()));
    }
}
