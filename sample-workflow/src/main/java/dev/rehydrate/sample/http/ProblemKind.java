// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.util.Locale;

/**
 * What can be wrong with a request, what may stand against it, and what can be wrong with the service. No kind tells anything
 * of a document but what its own client has sent.
 */
enum ProblemKind {
    MALFORMED_REQUEST(
            400, "The request is not well-formed HTTP", "Send a request line, headers and a body as RFC 9112 says."),
    MALFORMED_BODY(400, "The body is not what this operation takes", "Correct the body and send it again."),
    MISSING_DOCUMENT_ID(
            400,
            "The message does not say for which document it is",
            "Name the document: \"id\" in the body of a new one, in the path of any other."),
    UNUSABLE_DOCUMENT_ID(400, "The document id cannot be used", "Choose another id."),
    MALFORMED_PATH(
            400,
            "The path is not well-formed",
            "Percent-encode each part of the path as UTF-8; a slash within an id is %2F."),
    MALFORMED_IF_MATCH(
            400, "The If-Match header cannot be read", "Send one ETag as it was received, with its quotes, or *."),
    NO_SUCH_RESOURCE(
            404,
            "There is nothing at this path",
            "POST /documents; GET /documents/{id}; GET /documents/{id}/attachment; POST /documents/{id}/edits;"
                    + " POST /documents/{id}/submit."),
    UNKNOWN_DOCUMENT(
            404,
            "There is no such document",
            "POST /documents creates it; the id of a submitted document can be used again."),
    NO_ATTACHMENT(404, "The document has no attachment", "POST an edit with an attachment to /documents/{id}/edits."),
    METHOD_NOT_ALLOWED(405, "This method is not for this path", "Use one of the methods in the header Allow."),
    CLIENT_TOO_SLOW(408, "The request came too slowly", "Send the request again, without a pause."),
    DOCUMENT_EXISTS(
            409,
            "There is a document with this id",
            "Edit it with POST /documents/{id}/edits, or create yours under another id."),
    KEY_TAKEN(409, "The id leads to another document", "Choose another id."),
    DOCUMENT_SUBMITTED(410, "The document was submitted", "Create a document under another id."),
    STALE_ETAG(
            412,
            "The document has changed",
            "GET the document, look at what has changed, and send the edit again with the new ETag; leave If-Match out to"
                    + " create a document."),
    BODY_TOO_LARGE(413, "The body is too large", "Send a smaller attachment, or split the edit."),
    UNSUPPORTED_MEDIA_TYPE(
            415, "The body is not JSON", "Send JSON in UTF-8, uncompressed, as Content-Type: application/json."),
    EDIT_REFUSED(422, "The document cannot be changed so", "GET the document and correct the edit."),
    DOCUMENT_TOO_LARGE(
            422, "The document would become too large", "Attach something smaller, or continue in another document."),
    DOCUMENT_BUSY(423, "The document is in use elsewhere", "Send the request again, to any node."),
    DOCUMENT_SUSPENDED(423, "The document is suspended", "Wait until it is resumed."),
    REQUEST_HEAD_TOO_LARGE(431, "The head of the request is too large", "Send a shorter path and fewer headers."),
    INTERNAL_ERROR(500, "The service failed", "Tell the operator of the service the number of the incident."),
    UNAVAILABLE(503, "The service cannot work on this now", "Send the request again a little later, to any node."),
    OUTCOME_UNKNOWN(
            503,
            "It is not known whether this was done",
            "GET the document and compare before sending the request again.");

    /** Ends the detail of a problem after which nothing has changed. */
    static final String NOTHING_DONE = ". Nothing was changed.";

    private final int status;
    private final String title;
    private final String remedy;

    ProblemKind(int status, String title, String remedy) {
        this.status = status;
        this.title = title;
        this.remedy = remedy;
    }

    /** A problem with what is wrong this time. */
    Problem with(String detail) {
        String kind = name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new Problem(kind, status, title, detail, remedy);
    }

    ProblemException exception(String detail) {
        return with(detail).toException();
    }
}
