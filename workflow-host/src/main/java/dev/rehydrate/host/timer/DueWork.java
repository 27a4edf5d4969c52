// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.AsyncLoop;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.InstanceUnloader;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.outbox.OutboxSender;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.OutboxEntry;
import dev.rehydrate.host.state.PendingCompletion;
import dev.rehydrate.host.state.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One run of the work that is due for an instance which this host holds: sends the messages of its outbox in order,
 * completes the instance if it has ended and the last message is sent, and fires its timers. From a mailbox it takes the
 * next message to deliver.
 */
final class DueWork {

    private final DueWorker worker;
    private final HostSettings settings;
    private final InstanceUnloader unloader;
    private final Lane lane;
    private final Resident<?> resident;
    private boolean saved;

    DueWork(DueWorker worker, Lane lane, Resident<?> resident) {
        this.worker = worker;
        this.settings = worker.services().settings();
        this.unloader = worker.services().unloader();
        this.lane = lane;
        this.resident = resident;
    }

    /** Never fails: a copy that cannot be saved is dropped from memory, and its work is still due in the store. */
    CompletableFuture<Void> run() {
        return AsyncLoop.whileTrue(this::sendNext)
                .thenCompose(sent -> saved && !resident.handle().isValid() ? gone() : doTheRest())
                .exceptionally(failure -> {
                    unloader.abort(lane, resident, Failures.unwrap(failure));
                    return null;
                });
    }

    /** Sends the first message if it is due; a loop rather than a chain, because a turn may have sent thousands. */
    private CompletableFuture<Boolean> sendNext() {
        HostState hostState = resident.hostState();
        Optional<OutboxEntry> toSend =
                hostState.outbox().head().filter(entry -> !entry.at().isAfter(now()));
        if (toSend.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        OutboxSender sending = new OutboxSender(worker.services(), resident);
        // The next message must not be handed over by a thread of the sink, nor by the one of the clock.
        return worker.services()
                .store()
                .here(sending.send(toSend.get()))
                .thenCompose(outbox -> save(hostState.with(outbox)))
                .thenApply(done -> resident.handle().isValid());
    }

    private Instant now() {
        return resident.notBeforeOffer(settings.clock().instant());
    }

    private CompletableFuture<Void> doTheRest() {
        HostState hostState = resident.hostState();
        Instant now = now();
        PendingCompletion ending = hostState.ending();
        if (ending != null && hostState.isOver()) {
            return complete(ending);
        }
        List<Timer> due =
                resident.isSuspended() ? List.of() : hostState.timers().due(now);
        due.forEach(this::fire);
        boolean delivers =
                hostState.queue().head(now).isPresent() && worker.mailboxes().take(resident, now);
        return due.isEmpty() && !delivers && !saved ? forNothing(hostState) : CompletableFuture.completedFuture(null);
    }

    /** Releases an instance that was offered because its holder died, and that has nothing to do. */
    private CompletableFuture<Void> forNothing(HostState hostState) {
        if (!resident.isOffered() || lane.hasWaiting()) {
            return CompletableFuture.completedFuture(null);
        }
        return resident.isOfferedTooEarly()
                ? save(hostState)
                        .thenCompose(done -> resident.handle().isValid() ? unloader.unload(lane, resident) : gone())
                : unloader.unload(lane, resident);
    }

    private void fire(Timer timer) {
        boolean onItsWay = worker.owners()
                .present()
                .filter(owner -> worker.timers().deliver(resident, timer, owner))
                .isPresent();
        if (!onItsWay) {
            resident.suspended();
        }
    }

    /** With the last message that is due, the instance leaves memory if it does not stay. */
    private CompletableFuture<Void> save(HostState hostState) {
        saved = true;
        Instant now = settings.clock().instant();
        boolean done = hostState.dueAt().filter(due -> !due.isAfter(now)).isEmpty();
        boolean leaves = resident.isSuspended() || settings.leavesAtOnce(resident.definition());
        AfterSave after = done && leaves && !lane.hasWaiting() ? AfterSave.RELEASE : AfterSave.KEEP;
        return unloader.save(resident, hostState, after).thenAccept(receipt -> {});
    }

    private CompletableFuture<Void> gone() {
        lane.drop(resident);
        resident.event(worker.services().timeline(), Kind.DEHYDRATED).publish();
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> complete(PendingCompletion ending) {
        CompleteInstance complete = new CompleteInstance(
                CommandId.random(),
                InstanceChanges.builder()
                        .metadata(resident.keepingSeen(ValueDelta.none()))
                        .build(),
                Expected.revision(resident.revision()),
                ending.action());
        return worker.services()
                .store()
                .ask(resident.handle(), complete, settings.storeTimeout())
                .thenApply(SaveOutcome::receiptOrThrow)
                .thenAccept(receipt -> {
                    lane.drop(resident);
                    resident.event(worker.services().timeline(), Kind.COMPLETED).publish();
                });
    }
}
