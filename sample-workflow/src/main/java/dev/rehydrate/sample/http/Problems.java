// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

/**
 * What can be wrong with a request, and what may stand against it. None tells anything of a document but what its own client
 * has sent.
 */
final class Problems {

    static final String NOTHING_DONE = "Nothing was changed. ";

    private Problems() {}

    static Problem malformed(String detail) {
        return new Problem(
                "malformed-body",
                400,
                "The body is not what this operation takes",
                detail,
                "Correct the body and send it again.");
    }

    static Problem missingId() {
        return new Problem(
                "missing-document-id",
                400,
                "The message does not say for which document it is",
                "the document id is missing or blank",
                "Name the document: \"id\" in the body of a new one, in the path of any other.");
    }

    static Problem unusableId(String detail) {
        return new Problem("unusable-document-id", 400, "The document id cannot be used", detail, "Choose another id.");
    }

    static Problem badPath(String detail) {
        return new Problem(
                "malformed-path",
                400,
                "The path is not well-formed",
                detail,
                "Percent-encode each part of the path as UTF-8; a slash within an id is %2F.");
    }

    static Problem badIfMatch(String detail) {
        return new Problem(
                "malformed-if-match",
                400,
                "The If-Match header cannot be read",
                detail,
                "Send one ETag as it was received, with its quotes, or *.");
    }

    static Problem noSuchResource() {
        return new Problem(
                "no-such-resource",
                404,
                "There is nothing at this path",
                "the service has /documents and what is below it",
                "POST /documents; GET /documents/{id}; GET /documents/{id}/attachment; POST /documents/{id}/edits;"
                        + " POST /documents/{id}/submit.");
    }

    static Problem unknownDocument() {
        return new Problem(
                "unknown-document",
                404,
                "There is no such document",
                "no document with this id is being worked on: it was never created, or it was submitted",
                "POST /documents creates it; the id of a submitted document can be used again.");
    }

    static Problem noAttachment() {
        return new Problem(
                "no-attachment",
                404,
                "The document has no attachment",
                "nothing is attached to this document",
                "POST an edit with an attachment to /documents/{id}/edits.");
    }

    static Problem methodNotAllowed(String method, String allowed) {
        return new Problem(
                        "method-not-allowed",
                        405,
                        "This method is not for this path",
                        method + " is not possible here",
                        "Use " + allowed + ".")
                .with("Allow", allowed);
    }

    static Problem alreadyExists() {
        return new Problem(
                "document-exists",
                409,
                "There is a document with this id",
                "the document exists, and was left as it is",
                "Edit it with POST /documents/{id}/edits, or create yours under another id.");
    }

    static Problem keyTaken() {
        return new Problem(
                "key-taken",
                409,
                "The id leads to another document",
                "the key of this id belongs to a document with another id",
                "Choose another id.");
    }

    static Problem submitted() {
        return new Problem(
                "document-submitted",
                410,
                "The document was submitted",
                "the document has ended and takes no more messages",
                "Create a document under another id.");
    }

    static Problem stale() {
        return new Problem(
                "stale-etag",
                412,
                "The document has changed",
                "the document is not in the state that If-Match names. " + NOTHING_DONE,
                "GET the document, look at what has changed, and send the edit again with the new ETag.");
    }

    static Problem nothingToMatch() {
        return new Problem(
                "stale-etag",
                412,
                "The document has changed",
                "a document that is to be created has no state that If-Match could name. " + NOTHING_DONE,
                "Leave If-Match out.");
    }

    static Problem tooLarge(long limit) {
        return new Problem(
                "body-too-large",
                413,
                "The body is too large",
                "the body has more than " + limit + " bytes; the rest of it was not read. " + NOTHING_DONE,
                "Send a smaller attachment, or split the edit.");
    }

    static Problem wrongMediaType(String detail) {
        return new Problem(
                        "unsupported-media-type",
                        415,
                        "The body is not JSON",
                        detail,
                        "Send JSON in UTF-8, uncompressed, as Content-Type: application/json.")
                .with("Accept-Post", "application/json");
    }

    static Problem refused(String why) {
        return new Problem(
                "edit-refused",
                422,
                "The document cannot be changed so",
                why + ". " + NOTHING_DONE,
                "GET the document and correct the edit.");
    }

    static Problem grownTooLarge() {
        return new Problem(
                "document-too-large",
                422,
                "The document would become too large",
                "the store does not keep documents of this size. " + NOTHING_DONE,
                "Attach something smaller, or continue in another document.");
    }
}
