// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.SaveOutcome;
import dev.rehydrate.command.ValueDelta;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.agenda.Agenda;
import dev.rehydrate.host.agenda.Ending;
import dev.rehydrate.host.agenda.OutboxEntry;
import dev.rehydrate.host.agenda.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What a host does for an instance that it holds: sends its messages in their order, completes it when it has come to its end and
 * the last one is sent, and brings it the messages of its timers. From a mailbox it takes the message to deliver next.
 */
final class AgendaWork {

    private final HostCore core;
    private final HostSettings settings;
    private final Lane lane;
    private final Resident<?> resident;
    private boolean saved;

    AgendaWork(HostCore core, Lane lane, Resident<?> resident) {
        this.core = core;
        this.settings = core.settings();
        this.lane = lane;
        this.resident = resident;
    }

    /** Never fails: what cannot be saved is dropped from memory, and is still due in the store. */
    CompletableFuture<Void> run() {
        return Failures.caught(this::next).exceptionally(failure -> {
            core.unloading().abort(lane, resident, Failures.unwrap(failure));
            return null;
        });
    }

    private CompletableFuture<Void> next() {
        Agenda agenda = resident.agenda();
        Instant now = resident.notBeforeOffer(settings.clock().instant());
        Optional<OutboxEntry> toSend =
                agenda.outbox().head().filter(entry -> !entry.at().isAfter(now));
        if (toSend.isPresent()) {
            Sending sending = new Sending(settings, core.timeline(), resident);
            // The next message must not be handed over by a thread of the sink, nor by the one of the clock.
            return core.store()
                    .here(sending.send(toSend.get()))
                    .thenCompose(outbox -> save(agenda.with(outbox)))
                    .thenCompose(done -> resident.handle().isValid() ? next() : gone());
        }
        Ending ending = agenda.ending();
        if (ending != null && agenda.isOver()) {
            return complete(ending);
        }
        List<Timer> due = resident.isSuspended() ? List.of() : agenda.timers().due(now);
        due.forEach(this::fire);
        boolean delivers = agenda.mail().head(now).isPresent() && new Postman(core).take(resident, now);
        return due.isEmpty() && !delivers && !saved ? forNothing(agenda) : CompletableFuture.completedFuture(null);
    }

    /** Whoever was offered an instance that has nothing to do, because its holder died, gives it back. */
    private CompletableFuture<Void> forNothing(Agenda agenda) {
        if (!resident.isOffered() || lane.hasWaiting()) {
            return CompletableFuture.completedFuture(null);
        }
        return resident.isOfferedTooEarly()
                ? save(agenda)
                        .thenCompose(done ->
                                resident.handle().isValid() ? core.unloading().unload(lane, resident) : gone())
                : core.unloading().unload(lane, resident);
    }

    private void fire(Timer timer) {
        boolean onItsWay = core.owners()
                .present()
                .filter(owner -> new TimerCall(core, resident).deliver(timer, owner))
                .isPresent();
        if (!onItsWay) {
            resident.suspended();
        }
    }

    /** With the last message that is due, the instance leaves memory if it does not stay. */
    private CompletableFuture<Void> save(Agenda agenda) {
        saved = true;
        Instant now = settings.clock().instant();
        boolean done = agenda.dueAt().filter(due -> !due.isAfter(now)).isEmpty();
        boolean leaves = resident.isSuspended() || settings.leavesAtOnce(resident.definition());
        AfterSave after = done && leaves && !lane.hasWaiting() ? AfterSave.RELEASE : AfterSave.KEEP;
        return core.unloading().save(resident, agenda, after).thenAccept(receipt -> {});
    }

    private CompletableFuture<Void> gone() {
        lane.drop(resident);
        core.timeline().resident(Kind.DEHYDRATED, resident).tell();
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> complete(Ending ending) {
        CompleteInstance complete = new CompleteInstance(
                CommandId.random(),
                InstanceChanges.builder()
                        .metadata(resident.keepingSeen(ValueDelta.NONE))
                        .build(),
                Expected.revision(resident.revision()),
                ending.action());
        return core.store()
                .ask(resident.handle(), complete, settings.storeTimeout())
                .thenApply(SaveOutcome::orThrow)
                .thenAccept(receipt -> {
                    lane.drop(resident);
                    core.timeline().resident(Kind.COMPLETED, resident).tell();
                });
    }
}
