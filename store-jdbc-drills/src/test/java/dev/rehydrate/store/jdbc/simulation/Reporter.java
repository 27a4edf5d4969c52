// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.KeyNotAssociatedException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Change;
import dev.rehydrate.store.hazelcast.drill.Entries;
import dev.rehydrate.store.hazelcast.drill.Event;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Shown;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Stamped;
import dev.rehydrate.store.hazelcast.drill.Mark;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives the commands of one process without blocking, and records what becomes of them in the words of the drills. */
final class Reporter {

    private final SimulatedProcess process;
    private final Ledger ledger;

    Reporter(SimulatedProcess process, Ledger ledger) {
        this.process = process;
        this.ledger = ledger;
    }

    /** What an attempt led to; the receipt is there if it was saved. */
    record Attempt(Answer answer, Optional<SaveReceipt> receipt) {

        Mark mark() {
            return receipt.map(saved -> Mark.of(saved.revision())).orElse(Mark.NONE);
        }

        private long token() {
            return receipt.map(saved -> saved.token().value()).orElse(0L);
        }
    }

    /** What a load led to, and the handle that it was made on, to be closed. */
    record Loan(InstanceHandle handle, Result result, Optional<InstanceSnapshot> found) {}

    CompletableFuture<Attempt> first(Change change) {
        ledger.add(new Intended(change, ledger.now()));
        return onItsOwn(change.entry(), change.id(), handle -> saved(handle, change.command()), answered -> answered);
    }

    CompletableFuture<Attempt> first(Change change, InstanceHandle handle) {
        ledger.add(new Intended(change, ledger.now()));
        return save(change.entry(), handle, change.command());
    }

    /** Sends a command again, late or from another process than the first time. */
    CompletableFuture<Attempt> again(Change change) {
        Runnable answered = ledger.beginRepeat(change.entry());
        return onItsOwn(change.entry(), change.id(), handle -> saved(handle, change.command()), Repeated::new)
                .whenComplete((attempt, failure) -> answered.run());
    }

    CompletableFuture<Attempt> remove(Change removal, boolean first) {
        if (first) {
            ledger.add(new Intended(removal, ledger.now()));
        }
        DeleteInstance command = new DeleteInstance(removal.commandId());
        return onItsOwn(
                removal.entry(),
                removal.id(),
                handle -> process.execute(handle, command)
                        .thenApply(outcome -> new Attempt(
                                outcome == ControlOutcome.DONE ? Answer.SAVED : Answer.NO, Optional.empty())),
                answered -> first ? answered : new Repeated(answered));
    }

    /** Sends a command on a handle that is used for others too. */
    CompletableFuture<Attempt> save(String entry, InstanceHandle handle, PersistenceCommand<SaveOutcome> command) {
        return recorded(entry, () -> saved(handle, command), answered -> answered);
    }

    private CompletableFuture<Attempt> saved(InstanceHandle handle, PersistenceCommand<SaveOutcome> command) {
        Optional<InstanceId> instance = handle.instance();
        return process.execute(handle, command).thenApply(outcome -> {
            Attempt attempt = new Attempt(
                    outcome.fold(
                            saved -> Answer.SAVED, other -> Answer.NO, held -> Answer.HELD, completed -> Answer.ENDED),
                    outcome.saved());
            instance.ifPresent(id -> process.tell(id, attempt.mark()));
            return attempt;
        });
    }

    private CompletableFuture<Attempt> onItsOwn(
            String entry,
            InstanceId instance,
            Function<InstanceHandle, CompletableFuture<Attempt>> call,
            Function<Answered, Event> as) {
        return recorded(
                entry,
                () -> process.handle(instance)
                        .exceptionallyCompose(noOwner -> CompletableFuture.failedFuture(new NoOwner(noOwner)))
                        .thenCompose(handle -> call.apply(handle).whenComplete((done, failure) -> handle.close())),
                as);
    }

    /** There is no owner to work for, so nothing was sent. */
    private static final class NoOwner extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NoOwner(Throwable cause) {
            super(cause);
        }
    }

    private CompletableFuture<Attempt> recorded(
            String entry, Supplier<CompletableFuture<Attempt>> call, Function<Answered, Event> as) {
        long sentAt = ledger.now();
        return call.get().exceptionally(failure -> failed(entry, failure)).thenApply(attempt -> {
            Answered answered =
                    new Answered(entry, sentAt, ledger.now(), attempt.answer(), attempt.token(), attempt.mark());
            ledger.add(as.apply(answered));
            return attempt;
        });
    }

    private Attempt failed(String entry, Throwable failure) {
        if (!entry.startsWith(Client.POISON) && isOfPoison(failure)) {
            ledger.add(new Odd(entry + " has failed because of the value of another command"));
        }
        return new Attempt(answerTo(cause(failure)), Optional.empty());
    }

    private static boolean isOfPoison(@Nullable Throwable failure) {
        return failure != null
                && (SimulatedDatabase.POISONED.equals(failure.getMessage()) || isOfPoison(failure.getCause()));
    }

    private Answer answerTo(Throwable failure) {
        if (failure instanceof NoOwner || failure instanceof StoreUnavailableException) {
            return Answer.UNAVAILABLE;
        }
        if (failure instanceof OutcomeUnknownException) {
            return Answer.UNKNOWN;
        }
        if (failure instanceof HandleConflictException) {
            return Answer.HELD;
        }
        if (failure instanceof KeyCollisionException || failure instanceof KeyNotAssociatedException) {
            return Answer.COLLISION;
        }
        if (failure instanceof InstanceStoreException) {
            return Answer.LOST;
        }
        ledger.add(new Odd("a command has failed in a way that no store may: " + failure));
        return Answer.UNKNOWN;
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? cause(failure.getCause())
                : failure;
    }

    /** Loads an instance; what it shows must include every acknowledged change if the load is authoritative or takes a hold. */
    CompletableFuture<Loan> watch(InstanceId instance, LoadMode mode) {
        boolean authoritative = !mode.equals(LoadMode.free());
        return load(
                process.handle(instance),
                LoadInstance.of(mode),
                instance,
                authoritative ? instance.toString() : null,
                "");
    }

    /** Loads an instance by a further key. */
    CompletableFuture<Loan> watch(InstanceKey key) {
        return load(
                process.handle(),
                LoadInstanceByKey.of(key, LoadMode.authoritative()),
                InstanceId.atHomeOf(key),
                "",
                key.toString());
    }

    /** Loads an instance that is there from the beginning to the end. */
    CompletableFuture<Loan> look(InstanceId instance, LoadMode mode) {
        return load(process.handle(instance), LoadInstance.of(mode), instance, null, "");
    }

    /** Loads an instance that is there from the beginning to the end, now that all is over. */
    CompletableFuture<Loan> show(InstanceId instance) {
        return look(instance, LoadMode.authoritative()).thenApply(loan -> {
            if (loan.result() != Result.TROUBLE) {
                ledger.add(new Shown(
                        instance.toString(),
                        loan.found().map(found -> found.revision().number()).orElse(0L),
                        loan.found().map(found -> Entries.of(found.data())).orElse(List.of())));
            }
            return loan;
        });
    }

    private CompletableFuture<Loan> load(
            CompletableFuture<InstanceHandle> handles,
            PersistenceCommand<LoadOutcome> load,
            InstanceId instance,
            @Nullable String watched,
            String key) {
        long sentAt = ledger.now();
        Mark known = process.known(instance);
        return handles.thenCompose(handle -> process.execute(handle, load)
                        .thenApply(outcome -> loan(handle, outcome))
                        .whenComplete((loan, failure) -> {
                            if (failure != null) {
                                handle.close();
                            }
                        }))
                .exceptionally(this::trouble)
                .thenApply(loan -> {
                    checkNotBehind(known, instance, loan);
                    Look look = new Look(watched == null ? "" : watched, key, sentAt, ledger.now());
                    tell(instance, loan, look, watched != null);
                    return loan;
                });
    }

    /** Whatever the mode, a process is not shown less than it was told before. */
    private void checkNotBehind(Mark known, InstanceId instance, Loan loan) {
        loan.found().filter(found -> found.id().equals(instance)).map(Mark::of).ifPresent(shown -> {
            if (shown.isBefore(known)) {
                ledger.add(new Odd(process.name() + " was told of " + known + " of instance " + instance
                        + ", and is shown " + shown + " after that"));
            }
            process.tell(instance, shown);
        });
    }

    private static Loan loan(InstanceHandle handle, LoadOutcome outcome) {
        Result result = outcome.fold(
                found -> Result.FOUND, none -> Result.NOT_FOUND, held -> Result.HELD, completed -> Result.ENDED);
        return new Loan(handle, result, outcome.loaded());
    }

    private Loan trouble(Throwable failure) {
        if (!(cause(failure) instanceof InstanceStoreException)) {
            ledger.add(new Odd("a load has failed in a way that no store may: " + cause(failure)));
        }
        return new Loan(null, Result.TROUBLE, Optional.empty());
    }

    private void tell(InstanceId instance, Loan loan, Look look, boolean watched) {
        long token = loan.found()
                .filter(InstanceSnapshot::held)
                .map(found -> found.header().token().value())
                .orElse(0L);
        ledger.add(new Looked(instance.toString(), look.sentAt(), look.at(), loan.result(), token));
        loan.found()
                .ifPresent(found -> ledger.add(
                        new Stamped(found.id().toString(), found.revision().toString(), Entries.digest(found))));
        if (!watched) {
            return;
        }
        loan.found()
                .ifPresent(found -> ledger.add(new Seen(
                        new Look(found.id().toString(), look.key(), look.sentAt(), look.at()),
                        Mark.of(found),
                        Entries.of(found.data()),
                        Entries.keys(found))));
        if (loan.result() == Result.NOT_FOUND || loan.result() == Result.ENDED) {
            ledger.add(new Missed(look));
        }
    }

    /** Gives a command whose answer does not count. */
    CompletableFuture<Void> control(InstanceHandle handle, PersistenceCommand<?> command) {
        return process.execute(handle, command).handle((done, failure) -> {
            if (failure != null) {
                var unused = answerTo(cause(failure));
            }
            return null;
        });
    }

    static void close(Loan loan) {
        if (loan.handle() != null) {
            loan.handle().close();
        }
    }
}
