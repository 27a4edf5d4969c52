// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Suspension;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class CallFailuresTest {

    private final CallFailures failures = new CallFailures("A");

    @Test
    void whatClientsShallNotKnowGoesToTheLogUnderANumber() {
        Logger log = Logger.getLogger(CallFailures.class.getName());
        Level before = log.getLevel();
        log.setLevel(Level.OFF);
        try {
            Problem first = failures.problem(new IllegalStateException("password=1234"));
            Problem second = failures.problem(new IllegalStateException("password=1234"));

            assertThat(first.status()).isEqualTo(500);
            assertThat(first.detail()).contains("A-1").doesNotContain("1234");
            assertThat(second.detail()).contains("A-2");
        } finally {
            log.setLevel(before);
        }
    }

    @Test
    void aFullHostIsUnavailable() {
        Problem problem = failures.problem(new RejectedExecutionException("full"));

        assertThat(problem.status()).isEqualTo(503);
        assertThat(problem.headers()).containsEntry("Retry-After", "1");
    }

    @Test
    void aDocumentThatWasKeptAfterItsEndIsGone() {
        assertThat(problem(new CallOutcome.Completed<>(InstanceId.random())).status())
                .isEqualTo(410);
    }

    @Test
    void aSuspendedDocumentIsLockedWithoutItsReason() {
        Suspension suspension = new Suspension("fraud suspected", null, Instant.EPOCH);

        Problem problem = problem(new CallOutcome.Suspended<>(InstanceId.random(), suspension));

        assertThat(problem.status()).isEqualTo(423);
        assertThat(problem.detail()).doesNotContain("fraud");
    }

    private Problem problem(CallOutcome<String> outcome) {
        try {
            throw new AssertionError(outcome.fold(new OutcomeReplies<String>(text -> Reply.bytes(200, new byte[0]))));
        } catch (ProblemException refused) {
            return failures.problem(refused);
        }
    }
}
