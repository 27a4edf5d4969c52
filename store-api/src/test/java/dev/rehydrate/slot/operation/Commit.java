// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.CommitInstance.After;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a commit down as one would say it; unless said so it changes nothing, expects nothing and holds nothing. */
final class Commit {

    private final After after;
    private CommandId id = Given.command();
    private Caller caller = Given.I;
    private LockProof proof = new LockProof.Nothing();
    private Expected expected = Expected.any();
    private DataChange<StoredValue> data = new DataChange.Unchanged<>();
    private ValueDelta<StoredValue> metadata = ValueDelta.none();
    private KeyChanges<StoredValue> keys = KeyChanges.none();
    private DueChange due = new DueChange.Keep();
    private SuspensionChange suspension = new SuspensionChange.Keep();
    private DefinitionChange definition = new DefinitionChange.Keep();
    private IdleTtlChange idleTtl = new IdleTtlChange.Keep();
    private long epoch;

    private Commit(After after) {
        this.after = after;
    }

    static Commit held() {
        return new Commit(After.HELD);
    }

    static Commit released() {
        return new Commit(After.RELEASED);
    }

    static Commit completed() {
        return new Commit(After.COMPLETED);
    }

    static Commit deleted() {
        return new Commit(After.DELETED);
    }

    Commit as(CommandId command) {
        id = command;
        return this;
    }

    Commit by(Caller other) {
        caller = other;
        return this;
    }

    Commit proving(LockProof what) {
        proof = what;
        return this;
    }

    Commit holding(Hold hold) {
        return proving(new LockProof.Holding(hold));
    }

    Commit expecting(Expected what) {
        expected = what;
        return this;
    }

    Commit replacing(String... namesAndTexts) {
        data = new DataChange.Replace<>(Given.bag(namesAndTexts));
        return this;
    }

    Commit changing(ValueDelta<StoredValue> delta) {
        data = new DataChange.Change<>(delta);
        return this;
    }

    Commit metadata(ValueDelta<StoredValue> delta) {
        metadata = delta;
        return this;
    }

    Commit keys(KeyChanges<StoredValue> changes) {
        keys = changes;
        return this;
    }

    Commit associating(InstanceKey... wanted) {
        Map<InstanceKey, Map<String, StoredValue>> all = new HashMap<>();
        for (InstanceKey key : wanted) {
            all.put(key, Map.of());
        }
        return keys(KeyChanges.associating(all));
    }

    Commit completing(InstanceKey... known) {
        return keys(new KeyChanges<>(Map.of(), Set.of(known), Set.of(), Map.of()));
    }

    /** Completes and releases in one step, as hosts do. */
    Commit releasing(InstanceKey... known) {
        return keys(new KeyChanges<>(Map.of(), Set.of(known), Set.of(known), Map.of()));
    }

    Commit due(DueChange change) {
        due = change;
        return this;
    }

    Commit suspension(SuspensionChange change) {
        suspension = change;
        return this;
    }

    Commit definition(@Nullable DefinitionIdentity identity) {
        definition = new DefinitionChange.Set(identity);
        return this;
    }

    Commit idleTtl(@Nullable Duration ttl) {
        idleTtl = new IdleTtlChange.Set(ttl);
        return this;
    }

    Commit under(long claimEpoch) {
        epoch = claimEpoch;
        return this;
    }

    CommitInstance op() {
        InstanceChanges<StoredValue> changes =
                new InstanceChanges<>(data, metadata, keys, due, suspension, definition, idleTtl);
        return new CommitInstance(id, caller, proof, expected, changes, after, epoch);
    }
}
