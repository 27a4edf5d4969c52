// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

/** Ends the work on a request with an error reply. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
