// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static dev.rehydrate.sample.http.ProblemKind.NOTHING_DONE;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.correlation.KeyTextMismatchException;
import dev.rehydrate.correlation.MissingKeyPartsException;
import dev.rehydrate.correlation.UnusableKeyPartException;
import dev.rehydrate.host.AttemptsExhaustedException;
import dev.rehydrate.host.DeadlinePassedException;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.instance.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpException;

/** What each failure of the host is in HTTP. Whatever is not meant for clients goes to the log under a number. */
final class CallFailures {

    private static final Logger LOG = System.getLogger(CallFailures.class.getName());

    private final String node;
    private final AtomicLong incidents = new AtomicLong();

    CallFailures(String node) {
        this.node = node;
    }

    Problem problem(RuntimeException failure) {
        if (failure instanceof ProblemException known) {
            return known.problem();
        }
        if (failure instanceof MissingKeyPartsException) {
            return ProblemKind.MISSING_DOCUMENT_ID.with("the document id is missing or blank");
        }
        if (failure instanceof UnusableKeyPartException) {
            return ProblemKind.UNUSABLE_DOCUMENT_ID.with("it is too long or not well-formed text");
        }
        if (failure instanceof KeyTextMismatchException) {
            return ProblemKind.KEY_TAKEN.with("the key of this id belongs to a document with another id");
        }
        return failure instanceof UnwritableValueException
                ? ProblemKind.DOCUMENT_TOO_LARGE.with("the store does not keep documents of this size" + NOTHING_DONE)
                : ofTheService(failure);
    }

    /** What stands against a body that cannot be read to its end. */
    Problem ofBody(Throwable failure) {
        if (failure instanceof RuntimeException known && !(failure instanceof HttpException)) {
            return problem(known);
        }
        return failure instanceof TimeoutException
                ? ProblemKind.CLIENT_TOO_SLOW.with("the rest of the body did not come in time" + NOTHING_DONE)
                : ProblemKind.MALFORMED_BODY.with("the length or the chunks of the body cannot be read" + NOTHING_DONE);
    }

    private Problem ofTheService(RuntimeException failure) {
        if (failure instanceof OutcomeUnknownException || failure instanceof CancellationException) {
            return ProblemKind.OUTCOME_UNKNOWN
                    .with("the store did not answer in time; the request may or may not have taken effect")
                    .with("Retry-After", "1");
        }
        boolean nothingDone = failure instanceof StoreUnavailableException
                || failure instanceof OwnerLostException
                || failure instanceof DeadlinePassedException
                || failure instanceof AttemptsExhaustedException
                || failure instanceof HostStoppedException
                || failure instanceof RejectedExecutionException;
        return nothingDone
                ? ProblemKind.UNAVAILABLE
                        .with("documents cannot be reached from this node at the moment" + NOTHING_DONE)
                        .with("Retry-After", "1")
                : internal(failure);
    }

    private Problem internal(RuntimeException failure) {
        String incident = node + "-" + incidents.incrementAndGet();
        LOG.log(Level.ERROR, "incident " + incident, SafeText.failure(failure));
        return ProblemKind.INTERNAL_ERROR.with(
                "the request could not be worked on; incident " + incident + " in the log of this node");
    }
}
