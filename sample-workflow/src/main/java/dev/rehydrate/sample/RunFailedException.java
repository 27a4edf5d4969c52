// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import java.util.List;

/** The run did not do what it was asked to; its message is for the user who started it. */
public final class RunFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RunFailedException(String what) {
        super(what, null, false, false);
    }

    static RunFailedException differing(List<String> findings) {
        return new RunFailedException(findings.size() + " difference" + (findings.size() == 1 ? "" : "s")
                + " from what the file says:\n  " + String.join("\n  ", findings));
    }
}
