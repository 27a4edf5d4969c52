// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.util.List;
import java.util.Optional;

/** What there is to be found below a path, and by which methods. */
enum Endpoint {
    COLLECTION("POST"),
    DOCUMENT("GET, HEAD"),
    ATTACHMENT("GET, HEAD"),
    EDITS("POST"),
    SUBMIT("POST");

    private final String methods;

    Endpoint(String methods) {
        this.methods = methods;
    }

    static Optional<Endpoint> at(List<String> parts) {
        if (!parts.get(0).equals("documents")) {
            return Optional.empty();
        }
        return switch (parts.size()) {
            case 1 -> Optional.of(COLLECTION);
            case 2 -> Optional.of(DOCUMENT);
            case 3 -> below(parts.get(2));
            default -> Optional.empty();
        };
    }

    private static Optional<Endpoint> below(String name) {
        return switch (name) {
            case "attachment" -> Optional.of(ATTACHMENT);
            case "edits" -> Optional.of(EDITS);
            case "submit" -> Optional.of(SUBMIT);
            default -> Optional.empty();
        };
    }

    boolean takesBody() {
        return methods.equals("POST");
    }

    void requireMethod(String method) {
        if (!List.of(methods.split(", ", -1)).contains(method)) {
            throw ProblemKind.METHOD_NOT_ALLOWED
                    .with(method + " is not possible here")
                    .with("Allow", methods)
                    .toException();
        }
    }
}
