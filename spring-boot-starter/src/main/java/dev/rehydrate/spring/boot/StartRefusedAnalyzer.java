// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a refused start as Spring Boot shows its own: what is wrong and what to do, without a stack trace. */
final class StartRefusedAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), rootFailure);
    }
}
