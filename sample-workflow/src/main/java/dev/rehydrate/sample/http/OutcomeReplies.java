// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.CallOutcome.AlreadyExists;
import dev.rehydrate.host.CallOutcome.Busy;
import dev.rehydrate.host.CallOutcome.Completed;
import dev.rehydrate.host.CallOutcome.Replied;
import dev.rehydrate.host.CallOutcome.Stale;
import dev.rehydrate.host.CallOutcome.Suspended;
import dev.rehydrate.host.CallOutcome.UnknownInstance;
import dev.rehydrate.host.TurnFacts;
import dev.rehydrate.instance.InstanceId;
import java.util.Objects;
import java.util.function.Function;

/** What each answer of the host is in HTTP. */
record OutcomeReplies<R>(Function<R, Reply> onReply) implements CallOutcome.Cases<R, Reply> {

    static final String INSTANCE = "X-Rehydrate-Instance";
    static final String KEY = "X-Rehydrate-Key";

    @Override
    public Reply replied(Replied<R> answer) {
        TurnFacts facts = answer.facts();
        Reply reply = onReply.apply(Objects.requireNonNull(answer.reply(), "every operation replies"))
                .header(INSTANCE, facts.instance().toString());
        if (facts.key() != null) {
            reply.header(KEY, facts.key().toString());
        }
        if (facts.revision() != null) {
            reply.header("ETag", EntityTag.of(facts.revision()));
        }
        return reply;
    }

    @Override
    public Reply unknownInstance(UnknownInstance<R> answer) {
        throw Problems.unknownDocument().toException();
    }

    @Override
    public Reply alreadyExists(AlreadyExists<R> answer) {
        throw about(answer.instance(), Problems.alreadyExists());
    }

    @Override
    public Reply completed(Completed<R> answer) {
        throw about(answer.instance(), Problems.submitted());
    }

    @Override
    public Reply suspended(Suspended<R> answer) {
        throw about(answer.instance(), ServiceProblems.suspended());
    }

    @Override
    public Reply stale(Stale<R> answer) {
        // A document that does not exist matches nothing, yet "unknown" helps its client more than "changed".
        throw answer.current() == null
                ? Problems.unknownDocument().toException()
                : about(answer.instance(), Problems.stale());
    }

    @Override
    public Reply busy(Busy<R> answer) {
        throw about(answer.instance(), ServiceProblems.heldElsewhere());
    }

    private static ProblemException about(InstanceId instance, Problem problem) {
        return problem.with(INSTANCE, instance.toString()).toException();
    }
}
