// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.agenda.Timer;
import dev.rehydrate.instance.SafeText;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the message of a timer to its instance, as a call that nobody waits for. */
final class TimerCall {

    private static final Logger LOG = LoggerFactory.getLogger(HostLog.NAME);
    private static final Duration TIME = Duration.ofSeconds(30);

    private final HostCore core;
    private final Resident<?> resident;

    TimerCall(HostCore core, Resident<?> resident) {
        this.core = core;
        this.resident = resident;
    }

    /** {@return whether the message is on its way; if not, the instance must leave memory} */
    boolean deliver(Timer timer, LiveOwner owner) {
        CallJob<?, ?, ?> job;
        try {
            job = job(resident.definition(), timer);
        } catch (RuntimeException | Error unreadable) {
            if (NewerVersion.isCauseOf(unreadable)) {
                LOG.info(
                        "left alone a timer that a newer version has set: node={} instance={} timer={}",
                        core.settings().node(),
                        resident.id(),
                        SafeText.line(timer.name()),
                        SafeText.failure(unreadable));
            } else {
                new Quarantine(core, owner)
                        .suspend(resident.id(), "its timer " + timer.name() + " cannot fire", unreadable);
            }
            return false;
        }
        core.timeline().resident(Kind.TIMER_FIRED, resident).tell();
        core.lanes().enqueue(resident.id(), job);
        return true;
    }

    private <S> CallJob<S, ?, ?> job(WorkflowDefinition<S> definition, Timer timer) {
        Operation<S, ?, ?> operation = definition
                .operation(timer.operation())
                .orElseThrow(() -> new IllegalStateException(
                        "the definition " + definition + " has no operation " + timer.operation()));
        return job(definition, operation, timer);
    }

    private <S, M, R> CallJob<S, M, R> job(
            WorkflowDefinition<S> definition, Operation<S, M, R> operation, Timer timer) {
        M message = Objects.requireNonNull(timer.payload().as(operation.messageType()), "message");
        Call.Terms terms = new Call.Terms(
                Deadline.in(core.settings().time(), TIME), null, null, new DueTimer(timer.name(), timer.at()));
        Call<S, M, R> call = Call.to(resident.id(), definition, operation, message, terms);
        var unused = call.answer().whenComplete((outcome, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "the turn of a timer failed: node={} instance={} timer={}",
                        core.settings().node(),
                        resident.id(),
                        SafeText.line(timer.name()),
                        SafeText.failure(failure));
            }
        });
        return new CallJob<>(core, call);
    }
}
