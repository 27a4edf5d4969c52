// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Takes instances that no other lane takes, and gives them back in every way but a save: by a release, by force, or by the end of the owner,
 * which is another one afterwards. Once that was acknowledged, the instance must not be held as before, and nothing may be saved under the
 * hold that is gone. A command by force that is repeated later must not end the hold that is there then.
 */
final class ReleaseLane extends Lane {

    private final InstanceStore store;
    private final List<InstanceId> instances;
    private @Nullable InstanceHandle ownerHandle;
    private @Nullable OwnerId owner;
    private @Nullable Forced forced;

    ReleaseLane(Writer writer, InstanceStore store, List<InstanceId> instances) {
        super(writer);
        this.store = store;
        this.instances = instances;
    }

    /** How a hold is given back. */
    private enum Way {
        RELEASE,
        FORCE,
        RETIREMENT
    }

    /** A release by force that was acknowledged. */
    private record Forced(InstanceId instance, ForceRelease command) {}

    /** Which owner has the instance under which token. */
    private record Held(OwnerId owner, FencingToken token) {

        boolean isOf(InstanceHeader header) {
            return owner.equals(header.holder()) && token.equals(header.token());
        }
    }

    @Override
    Duration pause() {
        return LONGER_PAUSE;
    }

    @Override
    void next() {
        InstanceId instance = anyOf(instances);
        OwnerId taker = owner();
        LoadInstance load = LoadInstance.of(LoadMode.hold());
        try (Loan loan = writer().load(instance, () -> store.createHandle(taker, instance), load)) {
            Optional<InstanceSnapshot> found = loan.loaded().map(each -> each.snapshot());
            if (found.isPresent()) {
                Held held = new Held(taker, found.get().header().token());
                repeatForced(instance, loan.handle(), held);
                Revision seen = found.get().revision();
                if (add(instance, loan.handle(), seen) == Answer.SAVED) {
                    giveBack(instance, loan.handle(), held);
                }
            }
        }
    }

    private Answer add(InstanceId instance, InstanceHandle handle, Revision seen) {
        String entry = writer().newEntry();
        SaveInstance command =
                new SaveInstance(CommandId.random(), Entries.adding(entry), Expected.revision(seen), AfterSave.KEEP);
        return save(entry, instance, command, handle).answer();
    }

    /** A failure is thrown past this: then it is not known whether the hold was given back, and nothing is asked of it. */
    private void giveBack(InstanceId instance, InstanceHandle handle, Held held) {
        Way way = Way.values()[ThreadLocalRandom.current().nextInt(Way.values().length)];
        switch (way) {
            case RELEASE -> store.execute(handle, ReleaseInstance.now(), Writer.PATIENCE);
            case FORCE -> force(instance, ForceRelease.now());
            case RETIREMENT -> retire();
        }
        if (way != Way.RELEASE) {
            lookForSave(instance, handle, way);
        }
        if (way == Way.RETIREMENT) {
            // The record goes on naming an owner that has ended, and no other one has to wait for it.
            take(instance);
        } else {
            lookForHold(instance, held, way);
        }
    }

    private void take(InstanceId instance) {
        try (Loan loan = writer().load(instance, () -> writer().handle(instance), LoadInstance.of(LoadMode.hold()))) {
            if (loan.result() == Result.HELD) {
                writer().complain("instance " + instance + " cannot be taken after its owner has retired");
            }
        }
    }

    private void force(InstanceId instance, ForceRelease command) {
        try (InstanceHandle administrator = writer().handle(instance)) {
            ControlOutcome outcome = store.execute(administrator, command, Writer.PATIENCE);
            if (outcome != ControlOutcome.DONE) {
                writer().complain("a release by force of instance " + instance + " was answered " + outcome);
            }
        }
        forced = new Forced(instance, command);
    }

    private void retire() {
        InstanceHandle retiring = ownerHandle;
        owner = null;
        ownerHandle = null;
        if (retiring != null) {
            store.execute(retiring, new RetireOwner(), Writer.PATIENCE);
        }
    }

    private void lookForHold(InstanceId instance, Held held, Way way) {
        header(instance)
                .filter(held::isOf)
                .ifPresent(header -> writer().complain(
                                "instance %s is held by owner %s under token %s after its %s was acknowledged"
                                        .formatted(instance, held.owner(), held.token(), way)));
    }

    private void lookForSave(InstanceId instance, InstanceHandle handle, Way way) {
        String entry = writer().newEntry();
        SaveInstance command = SaveInstance.of(Entries.adding(entry), AfterSave.KEEP);
        // Not as other saves of a lane: it is to fail, and is not settled by another owner if it is in doubt.
        writer().sent(entry, instance);
        if (writer().save(entry, handle, command).answer() == Answer.SAVED) {
            writer().complain("%s of instance %s was saved under a hold that had ended by %s"
                    .formatted(entry, instance, way));
        }
    }

    /** Repeats the last release by force, now that this lane has the instance under a later hold. */
    private void repeatForced(InstanceId instance, InstanceHandle handle, Held held) {
        Forced earlier = forced;
        if (earlier == null || !earlier.instance().equals(instance)) {
            return;
        }
        forced = null;
        try {
            force(instance, earlier.command());
        } finally {
            forced = null;
        }
        boolean isHeld = header(instance).filter(held::isOf).isPresent();
        // The hold ends with its owner too.
        if (!isHeld && handle.isValid() && isOwnerAlive()) {
            writer().complain(
                            "the hold of owner %s on instance %s under token %s was ended by a repeated release by force"
                                    .formatted(held.owner(), instance, held.token()));
        }
    }

    private boolean isOwnerAlive() {
        return ownerHandle != null && ownerHandle.isValid();
    }

    private Optional<InstanceHeader> header(InstanceId instance) {
        try (InstanceHandle handle = writer().handle(instance)) {
            return store.execute(handle, LoadInstance.of(LoadMode.authoritative()), Writer.PATIENCE)
                    .loaded()
                    .map(InstanceSnapshot::header);
        }
    }

    private OwnerId owner() {
        OwnerId present = owner;
        if (present == null || !isOwnerAlive()) {
            InstanceHandle made = store.createHandle();
            present = store.execute(made, new CreateOwner(OwnerDescription.anonymous()), Writer.PATIENCE);
            owner = present;
            ownerHandle = made;
        }
        return present;
    }

    @Override
    void close() {
        try {
            retire();
        } catch (InstanceStoreException expires) {
            // The owner ends with its lease.
            return;
        }
    }
}
