// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static dev.rehydrate.sample.http.Problems.NOTHING_DONE;

/** What can be wrong with the service, while the request is in order. */
final class ServiceProblems {

    private ServiceProblems() {}

    static Problem heldElsewhere() {
        return new Problem(
                        "document-busy",
                        423,
                        "The document is in use elsewhere",
                        "others were busy with the document for as long as this request may take. " + NOTHING_DONE,
                        "Send the request again, to any node.")
                .with("Retry-After", "1");
    }

    static Problem suspended() {
        return new Problem(
                "document-suspended",
                423,
                "The document is suspended",
                "an administrator has suspended the document. " + NOTHING_DONE,
                "Wait until it is resumed.");
    }

    static Problem unavailable() {
        return new Problem(
                        "unavailable",
                        503,
                        "The service cannot work on this now",
                        "documents cannot be reached from this node at the moment. " + NOTHING_DONE,
                        "Send the request again a little later, to any node.")
                .with("Retry-After", "1");
    }

    static Problem outcomeUnknown() {
        return new Problem(
                        "outcome-unknown",
                        503,
                        "It is not known whether this was done",
                        "the store did not answer in time; the request may or may not have taken effect",
                        "GET the document and compare before sending the request again.")
                .with("Retry-After", "1");
    }

    static Problem internal(String incident) {
        return new Problem(
                "internal-error",
                500,
                "The service failed",
                "the request could not be worked on; incident " + incident + " in the log of this node",
                "Tell whoever runs the service the number of the incident.");
    }
}
