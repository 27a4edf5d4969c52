// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.async.OtherRelease;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.Quarantine;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.state.Timer;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.host.turn.DueTimer;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers the message of a timer to its instance, as a call without a caller. */
public record TimerDispatcher(
        HostSettings settings, Timeline timeline, CallRouter router, Quarantine quarantine, LeftInstances left) {

    private static final Logger LOG = LoggerFactory.getLogger(TimerDispatcher.class);
    private static final Duration TIME = Duration.ofSeconds(30);

    /**
     * Queues the message of a timer that is due behind the running job of its instance.
     *
     * @param resident the instance
     * @param timer the timer
     * @param owner the owner of this host
     * @return whether the message is queued; if not, the instance must leave memory
     */
    boolean deliver(Resident<?> resident, Timer timer, LiveOwner owner) {
        Call<?, ?, ?> call;
        try {
            call = call(resident, resident.definition(), timer);
        } catch (RuntimeException | Error unreadable) {
            if (OtherRelease.mayRunDespite(unreadable)) {
                leave(resident, timer, unreadable);
            } else {
                quarantine.suspend(owner, resident.id(), "its timer " + timer.name() + " cannot fire", unreadable);
            }
            return false;
        }
        resident.event(timeline, Kind.TIMER_FIRED).publish();
        router.enqueue(resident.id(), call);
        return true;
    }

    private void leave(Resident<?> resident, Timer timer, Throwable unreadable) {
        if (left.leave(resident.handle())) {
            LOG.warn(
                    "left a timer that this host cannot fire to hosts of another release: node={} instance={} timer={}",
                    settings.node(),
                    resident.id(),
                    SafeText.line(timer.name()),
                    SafeText.failure(unreadable));
        }
    }

    private <S> Call<S, ?, ?> call(Resident<?> resident, WorkflowDefinition<S> definition, Timer timer) {
        Operation<S, ?, ?> operation = definition
                .operation(timer.operation())
                .orElseThrow(() -> new IllegalStateException(
                        "the definition " + definition + " has no operation " + timer.operation()));
        return call(resident.id(), definition, operation, timer);
    }

    private <S, M, R> Call<S, M, R> call(
            InstanceId instance, WorkflowDefinition<S> definition, Operation<S, M, R> operation, Timer timer) {
        M message = Objects.requireNonNull(timer.payload().as(operation.messageType()), "message");
        Call.Terms terms = new Call.Terms(Deadline.in(settings.time(), TIME), null, null, new DueTimer(timer));
        Call<S, M, R> call = Call.to(instance, definition, operation, message, terms);
        var unused = call.answer().whenComplete((outcome, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "the turn of a timer failed: node={} instance={} timer={}",
                        settings.node(),
                        instance,
                        SafeText.line(timer.name()),
                        SafeText.failure(failure));
            }
        });
        return call;
    }
}
