// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.sun.net.httpserver.HttpExchange;
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
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** From a request to a message of the workflow, and from its answer to a reply. */
final class DocumentResource {

    private static final String JSON = "application/json";

    private final WorkflowHost host;
    private final ServerSettings settings;

    DocumentResource(WorkflowHost host, ServerSettings settings) {
        this.host = host;
        this.settings = settings;
    }

    Reply answer(HttpExchange request) throws IOException {
        List<String> parts = RequestPath.parts(request.getRequestURI().getRawPath());
        Endpoint endpoint = Endpoint.at(parts)
                .orElseThrow(() ->
                        ProblemKind.NO_SUCH_RESOURCE.exception("the service has /documents and what is below it"));
        endpoint.requireMethod(request.getRequestMethod());
        if (endpoint == Endpoint.COLLECTION) {
            return create(request);
        }
        String id = DocumentId.checked(parts.get(1));
        return switch (endpoint) {
            case DOCUMENT -> call(DocumentWorkflow.READ, new ReadDocument(id), request, state -> shown(200, state));
            case ATTACHMENT -> call(DocumentWorkflow.READ, new ReadDocument(id), request, DocumentResource::attachment);
            case EDITS -> edit(id, request);
            default -> submit(id, request);
        };
    }

    private Reply create(HttpExchange request) throws IOException {
        byte[] body = RequestBody.json(request, settings.maxBody());
        if (request.getRequestHeaders().containsKey("If-Match")) {
            throw ProblemKind.STALE_ETAG.exception(
                    "a document that is to be created has no state that If-Match could name"
                            + ProblemKind.NOTHING_DONE);
        }
        return call(
                DocumentWorkflow.CREATE,
                DocumentJson.create(body),
                request,
                state -> shown(201, state)
                        .header(
                                "Location",
                                "/documents/"
                                        + RequestPath.encoded(state.document().id())));
    }

    private Reply edit(String id, HttpExchange request) throws IOException {
        byte[] body = RequestBody.json(request, settings.maxBody());
        return call(DocumentWorkflow.EDIT, DocumentJson.edit(id, body), request, DocumentResource::edited);
    }

    private Reply submit(String id, HttpExchange request) throws IOException {
        byte[] body = RequestBody.json(request, settings.maxBody());
        SubmitDocument message = new SubmitDocument(id, DocumentJson.author(body));
        return call(DocumentWorkflow.SUBMIT, message, request, state -> shown(200, state));
    }

    private <M, R> Reply call(
            Operation<?, M, R> operation, M message, HttpExchange request, Function<R, Reply> onReply) {
        CallOptions options = CallOptions.DEFAULT.within(settings.callDeadline());
        Optional<Revision> seen = EntityTag.ifMatch(request.getRequestHeaders().get("If-Match"));
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
