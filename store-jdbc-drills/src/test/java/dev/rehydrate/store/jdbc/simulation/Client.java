// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Change;
import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.Entries;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.Mark;
import dev.rehydrate.store.jdbc.simulation.Reporter.Attempt;
import dev.rehydrate.store.jdbc.simulation.Reporter.Loan;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A caller of one process: does one thing after the other, each drawn from the seed, as the lanes of the drills do. */
final class Client {

    /** What the simulated database does not take; a part of the names of values. */
    static final String POISON = "poison";

    private static final int OLD_AGE = 4;

    private final Reporter reporter;
    private final Ledger ledger;
    private final Cast cast;
    private final String name;
    private final SplittableRandom random;
    private final List<InstanceId> own;
    private int entries;
    private @Nullable Change removal;
    private @Nullable Change removed;
    private @Nullable Change doubtful;

    Client(SimulatedProcess process, Ledger ledger, Cast cast, String name, SplittableRandom random) {
        this.reporter = new Reporter(process, ledger);
        this.ledger = ledger;
        this.cast = cast;
        this.name = name;
        this.random = random;
        this.own = Cast.ids(random, 1);
    }

    /** {@return instances that no other client knows} */
    List<InstanceId> own() {
        return own;
    }

    /** Does the next thing. */
    CompletableFuture<Void> step() {
        Change open = doubtful;
        if (open != null) {
            return reporter.again(open)
                    .thenAccept(attempt -> doubtful = attempt.answer().isFailure() ? open : null);
        }
        return switch (random.nextInt(20)) {
            case 0, 1, 2 -> complete(any(cast.lives()));
            case 3, 4 -> moveById(any(cast.movers()), any(cast.keys()));
            case 5, 6 -> moveByKey(any(cast.keys()));
            case 7, 8 -> keep();
            case 9 -> saveBlindly(newEntry(), any(cast.shared()));
            case 10, 11 -> repeatLate();
            case 12 -> saveStale(any(cast.lives()));
            case 13 -> holdAndRelease(any(cast.lives()));
            case 14, 15 -> saveStale(any(cast.movers()));
            case 16, 17 -> reporter.watch(any(cast.shared()), LoadMode.free()).thenAccept(Reporter::close);
            case 18 -> saveBlindly(POISON + "." + newEntry(), any(cast.shared()));
            default -> saveHeld(any(cast.held()));
        };
    }

    private String newEntry() {
        return name + "-" + ++entries;
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private boolean chance(int in) {
        return random.nextInt(in) == 0;
    }

    private CompletableFuture<Void> first(Change change) {
        return reporter.first(change).thenAccept(attempt -> noteDoubt(change, attempt));
    }

    /** Half of what is in doubt is settled at once, the other half by late repeats only. */
    private void noteDoubt(Change change, Attempt attempt) {
        if (attempt.answer() == Answer.UNKNOWN && chance(2)) {
            doubtful = change;
        }
    }

    private static CompletableFuture<Void> nothing() {
        return CompletableFuture.completedFuture(null);
    }

    private static CompletableFuture<Void> closing(Loan loan, CompletableFuture<Void> then) {
        return then.whenComplete((done, failure) -> Reporter.close(loan));
    }

    private CompletableFuture<Void> complete(InstanceId instance) {
        boolean hold = chance(2);
        return reporter.watch(instance, hold ? LoadMode.hold() : LoadMode.authoritative())
                .thenCompose(loan -> {
                    if (loan.result() == Result.NOT_FOUND) {
                        return closing(loan, first(Change.create(newEntry(), instance, "")));
                    }
                    return closing(
                            loan,
                            loan.found()
                                    .<CompletableFuture<Void>>map(found -> hold
                                            ? saveThenGoOn(found, loan.handle())
                                            : first(next(found, Mark.of(found))))
                                    .orElseGet(Client::nothing));
                });
    }

    private CompletableFuture<Void> saveThenGoOn(InstanceSnapshot found, InstanceHandle handle) {
        Change save = Change.save(newEntry(), found.id(), Mark.of(found), AfterSave.KEEP);
        return reporter.first(save, handle).thenCompose(attempt -> {
            noteDoubt(save, attempt);
            if (attempt.answer() != Answer.SAVED) {
                return nothing();
            }
            Change then = next(found, attempt.mark());
            return reporter.first(then, handle).thenAccept(end -> noteDoubt(then, end));
        });
    }

    private Change next(InstanceSnapshot found, Mark seen) {
        boolean old = Entries.of(found.data()).size() >= OLD_AGE || chance(4);
        return old
                ? Change.complete(newEntry(), found.id(), seen, CompletionAction.DELETE)
                : Change.save(newEntry(), found.id(), seen, AfterSave.RELEASE);
    }

    private CompletableFuture<Void> moveById(InstanceId instance, InstanceKey key) {
        return reporter.watch(instance, LoadMode.authoritative()).thenCompose(loan -> {
            if (loan.result() == Result.NOT_FOUND) {
                return closing(loan, first(Change.create(newEntry(), instance, chance(2) ? key.toString() : "")));
            }
            return closing(
                    loan,
                    loan.found()
                            .<CompletableFuture<Void>>map(found -> move(found, key))
                            .orElseGet(Client::nothing));
        });
    }

    private CompletableFuture<Void> moveByKey(InstanceKey key) {
        return reporter.watch(key)
                .thenCompose(loan -> closing(
                        loan,
                        loan.found()
                                .<CompletableFuture<Void>>map(found -> move(found, key))
                                .orElseGet(Client::nothing)));
    }

    private CompletableFuture<Void> move(InstanceSnapshot found, InstanceKey key) {
        Mark seen = Mark.of(found);
        if (Entries.of(found.data()).size() >= 2 * OLD_AGE) {
            return first(Change.complete(newEntry(), found.id(), seen, CompletionAction.DELETE));
        }
        return first(
                found.keys().containsKey(key)
                        ? Change.give(newEntry(), found.id(), key, seen)
                        : Change.take(newEntry(), found.id(), key, seen));
    }

    private CompletableFuture<Void> keep() {
        Change open = removal;
        Change over = removed;
        if (open != null) {
            return reporter.remove(open, false).thenAccept(this::settleRemoval);
        }
        if (over != null && chance(6)) {
            return reporter.remove(over, false).thenAccept(attempt -> {});
        }
        InstanceId instance = any(own);
        return reporter.watch(instance, LoadMode.authoritative())
                .thenCompose(loan -> closing(loan, keep(loan, instance)));
    }

    private CompletableFuture<Void> keep(Loan loan, InstanceId instance) {
        switch (loan.result()) {
            case NOT_FOUND -> {
                return first(Change.create(newEntry(), instance, ""));
            }
            case ENDED -> {
                Change remove = Change.remove(newEntry(), instance);
                removal = remove;
                return reporter.remove(remove, true).thenAccept(this::settleRemoval);
            }
            default -> {
                return loan.found()
                        .<CompletableFuture<Void>>map(found -> first(
                                Entries.of(found.data()).size() < OLD_AGE - 1
                                        ? Change.save(newEntry(), instance, Mark.of(found), AfterSave.RELEASE)
                                        : Change.complete(newEntry(), instance, Mark.of(found), CompletionAction.KEEP)))
                        .orElseGet(Client::nothing);
            }
        }
    }

    private void settleRemoval(Attempt attempt) {
        if (attempt.answer() == Answer.SAVED) {
            removed = removal;
        }
        if (!attempt.answer().isFailure()) {
            removal = null;
        }
    }

    private CompletableFuture<Void> saveBlindly(String entry, InstanceId instance) {
        return first(Change.blind(entry, instance));
    }

    /** A removal expects nothing, and only its own client knows whether it was settled. */
    private CompletableFuture<Void> repeatLate() {
        List<Intended> known = ledger.commands();
        if (known.isEmpty()) {
            return nothing();
        }
        Change change = any(known).change();
        return change.kind() == Kind.REMOVE ? nothing() : reporter.again(change).thenAccept(attempt -> {});
    }

    /** A free load may show what is old; the save then says so. */
    private CompletableFuture<Void> saveStale(InstanceId instance) {
        return reporter.watch(instance, LoadMode.free())
                .thenCompose(loan -> closing(
                        loan,
                        loan.found()
                                .<CompletableFuture<Void>>map(found ->
                                        first(Change.save(newEntry(), instance, Mark.of(found), AfterSave.RELEASE)))
                                .orElseGet(Client::nothing)));
    }

    private CompletableFuture<Void> holdAndRelease(InstanceId instance) {
        return reporter.watch(instance, LoadMode.hold()).thenCompose(loan -> {
            if (loan.found().isEmpty()) {
                return closing(loan, nothing());
            }
            return closing(loan, reporter.control(loan.handle(), ReleaseInstance.now()));
        });
    }

    /** Takes an instance, saves a few times, and gives it back with the last save. */
    private CompletableFuture<Void> saveHeld(InstanceId instance) {
        return reporter.look(instance, LoadMode.hold())
                .thenCompose(loan -> closing(
                        loan,
                        loan.found()
                                .<CompletableFuture<Void>>map(found ->
                                        turns(loan.handle(), instance, found.revision(), 1 + random.nextInt(3)))
                                .orElseGet(Client::nothing)));
    }

    private CompletableFuture<Void> turns(InstanceHandle handle, InstanceId instance, Revision seen, int left) {
        if (left == 0) {
            return nothing();
        }
        String entry = newEntry();
        ledger.add(new Sent(entry, instance.toString(), ledger.now()));
        SaveInstance save = new SaveInstance(
                Change.save(entry, instance, Mark.NONE, AfterSave.KEEP).commandId(),
                Entries.adding(entry),
                Expected.revision(seen),
                left == 1 ? AfterSave.RELEASE : AfterSave.KEEP);
        return reporter.save(entry, handle, save)
                .thenCompose(attempt -> attempt.receipt()
                        .<CompletableFuture<Void>>map(saved -> turns(handle, instance, saved.revision(), left - 1))
                        .orElseGet(Client::nothing));
    }
}
