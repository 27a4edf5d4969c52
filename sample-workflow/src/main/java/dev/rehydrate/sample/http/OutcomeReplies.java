// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static dev.rehydrate.sample.http.ProblemKind.NOTHING_DONE;

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
        throw unknownDocument().toException();
    }

    @Override
    public Reply alreadyExists(AlreadyExists<R> answer) {
        throw about(answer.instance(), ProblemKind.DOCUMENT_EXISTS.with("the document exists, and was left as it is"));
    }

    @Override
    public Reply completed(Completed<R> answer) {
        throw about(
                answer.instance(),
                ProblemKind.DOCUMENT_SUBMITTED.with("the document has ended and takes no more messages"));
    }

    @Override
    public Reply suspended(Suspended<R> answer) {
        throw about(
                answer.instance(),
                ProblemKind.DOCUMENT_SUSPENDED.with("an administrator has suspended the document" + NOTHING_DONE));
    }

    @Override
    public Reply stale(Stale<R> answer) {
        // A document that does not exist matches nothing, yet "unknown" helps its client more than "changed".
        throw answer.current() == null
                ? unknownDocument().toException()
                : about(answer.instance(), ProblemKind.STALE_ETAG.with(EntityTag.OTHER_STATE));
    }

    @Override
    public Reply busy(Busy<R> answer) {
        Problem held = ProblemKind.DOCUMENT_BUSY.with(
                "others were busy with the document for as long as this request may take" + NOTHING_DONE);
        Problem later = held.with("Retry-After", "1");
        InstanceId instance = answer.instance();
        throw instance == null ? later.toException() : about(instance, later);
    }

    private static Problem unknownDocument() {
        return ProblemKind.UNKNOWN_DOCUMENT.with(
                "no document with this id is being worked on: it was never created, or it was submitted");
    }

    private static ProblemException about(InstanceId instance, Problem problem) {
        return problem.with(INSTANCE, instance.toString()).toException();
    }
}
