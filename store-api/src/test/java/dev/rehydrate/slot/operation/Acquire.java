// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.StoredValue;
import java.util.HashMap;
import java.util.Map;

/** Writes an acquisition down as one would say it; unless said so it associates nothing and holds nothing. */
final class Acquire {

    private final Lookup lookup;
    private CommandId id = Given.command();
    private Caller caller = Given.I;
    private LockProof proof = new LockProof.Nothing();
    private final Map<InstanceKey, Map<String, StoredValue>> associate = new HashMap<>();
    private long epoch;

    private Acquire(Lookup lookup) {
        this.lookup = lookup;
    }

    static Acquire byId() {
        return new Acquire(new Lookup.ById(false));
    }

    static Acquire byIdOrCreate() {
        return new Acquire(new Lookup.ById(true));
    }

    static Acquire byKey(InstanceKey key) {
        return new Acquire(new Lookup.ByKey(key, false));
    }

    static Acquire byKeyAcceptingUninitialized(InstanceKey key) {
        return new Acquire(new Lookup.ByKey(key, true));
    }

    /** Creates for a key; the key is among those to associate, as stores do it. */
    static Acquire forKey(InstanceKey key) {
        return new Acquire(new Lookup.ForKey(key)).associating(key);
    }

    static Acquire runnable(DefinitionFilter definitions) {
        return new Acquire(new Lookup.ToRun(definitions));
    }

    static Acquire runnable() {
        return runnable(DefinitionFilter.any());
    }

    Acquire as(CommandId command) {
        id = command;
        return this;
    }

    Acquire by(Caller other) {
        caller = other;
        return this;
    }

    Acquire proving(LockProof what) {
        proof = what;
        return this;
    }

    Acquire holding(Hold hold) {
        return proving(new LockProof.Holding(hold));
    }

    Acquire associating(InstanceKey... keys) {
        for (InstanceKey key : keys) {
            associate.put(key, Map.of());
        }
        return this;
    }

    Acquire associating(InstanceKey key, Map<String, StoredValue> metadata) {
        associate.put(key, metadata);
        return this;
    }

    Acquire under(long claimEpoch) {
        epoch = claimEpoch;
        return this;
    }

    AcquireInstance op() {
        return new AcquireInstance(id, caller, proof, lookup, associate, epoch);
    }
}
