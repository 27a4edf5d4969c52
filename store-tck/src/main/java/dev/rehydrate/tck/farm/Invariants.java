// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What must hold of all data after every test, whatever the test did. */
final class Invariants {

    private static final int ALL = 1_000_000;

    private final Farm farm;
    private final Node inspector;
    private final StorageEngine engine;
    private final List<String> violations = new ArrayList<>();
    private final Map<InstanceKey, InstanceId> owners = new HashMap<>();

    Invariants(Farm farm, Node inspector, StorageEngine engine) {
        this.farm = farm;
        this.inspector = inspector;
        this.engine = engine;
    }

    List<String> violations(History history) {
        Set<SlotAddress> listed = Set.copyOf(scan());
        Set<SlotAddress> all = new HashSet<>(listed);
        all.addAll(history.addresses());
        for (SlotAddress at : all) {
            History.Mark before = history.latest(at);
            Slot slot = inspect(at);
            history.saw(at, before, slot);
            check(slot, listed.contains(at));
        }
        violations.addAll(history.violations());
        return violations;
    }

    private void check(Slot slot, boolean listed) {
        InstanceRecord record = slot.instance();
        if (record == null) {
            return;
        }
        require(listed, "a scan overlooks instance " + record.id());
        for (InstanceKey key : record.keys().keySet()) {
            InstanceId other = owners.put(key, record.id());
            require(other == null, "key " + key + " belongs to " + other + " and to " + record.id());
            require(leadsTo(key, record.id()), "key " + key + " does not lead to its instance " + record.id());
        }
    }

    private boolean leadsTo(InstanceKey key, InstanceId instance) {
        LoadOutcome outcome = inspector.load(key, LoadMode.peek());
        return outcome.loaded()
                .filter(found -> found.id().equals(instance) && found.keys().containsKey(key))
                .isPresent();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            violations.add(otherwise);
        }
    }

    private List<SlotAddress> scan() {
        return Objects.requireNonNull(farm.await(engine.scan(new SlotScan.Occupied(Duration.ZERO), ALL)));
    }

    private Slot inspect(SlotAddress at) {
        Reply<Slot> reply = farm.await(engine.apply(at, new InspectSlot(Set.of())));
        return ((Reply.Done<Slot>) reply).answer();
    }
}
