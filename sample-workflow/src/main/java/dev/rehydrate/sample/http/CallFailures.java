// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.command.OutcomeUnknownException;
import dev.rehydrate.command.OwnerLostException;
import dev.rehydrate.command.StoreUnavailableException;
import dev.rehydrate.command.UnwritableValueException;
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
import java.util.concurrent.atomic.AtomicLong;

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
            return Problems.missingId();
        }
        if (failure instanceof UnusableKeyPartException) {
            return Problems.unusableId("it is too long or not well-formed text");
        }
        if (failure instanceof KeyTextMismatchException) {
            return Problems.keyTaken();
        }
        return failure instanceof UnwritableValueException ? Problems.grownTooLarge() : ofTheService(failure);
    }

    private Problem ofTheService(RuntimeException failure) {
        if (failure instanceof OutcomeUnknownException || failure instanceof CancellationException) {
            return ServiceProblems.outcomeUnknown();
        }
        boolean nothingDone = failure instanceof StoreUnavailableException
                || failure instanceof OwnerLostException
                || failure instanceof DeadlinePassedException
                || failure instanceof AttemptsExhaustedException
                || failure instanceof HostStoppedException
                || failure instanceof RejectedExecutionException;
        return nothingDone ? ServiceProblems.unavailable() : internal(failure);
    }

    private Problem internal(RuntimeException failure) {
        String incident = node + "-" + incidents.incrementAndGet();
        LOG.log(Level.ERROR, "incident " + incident, SafeText.failure(failure));
        return ServiceProblems.internal(incident);
    }
}
