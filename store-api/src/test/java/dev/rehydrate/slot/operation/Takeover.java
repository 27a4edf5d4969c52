// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.KeySaver.End;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * After everyone has stopped, wherever they stopped: a key either belongs to an instance or can be had by a fresh
 * saver.
 */
final class Takeover {

    private static final InstanceId FRESH = new InstanceId(0, 0xf);

    private Takeover() {}

    static @Nullable String brokenLaw(KeyWorld stopped, Collection<InstanceKey> keys) {
        for (InstanceKey key : keys) {
            String broken = brokenLaw(stopped.fork(), key);
            if (broken != null) {
                return broken;
            }
        }
        return null;
    }

    private static @Nullable String brokenLaw(KeyWorld world, InstanceKey key) {
        boolean taken = belongsToSomebody(world, key);
        AtomicReference<End> end = new AtomicReference<>();
        Optional<Step<?>> next = KeySaver.committing(
                        "fresh", FRESH, Commit.released().associating(key).op(), end::set)
                .afterALook();
        while (next.isPresent()) {
            next = next.get().takenIn(world);
        }
        if (end.get() != (taken ? End.COLLISION : End.DONE)) {
            return "a key that is " + (taken ? "listed" : "not listed") + " ends with " + end.get() + ": " + key;
        }
        return world.brokenLaw();
    }

    private static boolean belongsToSomebody(KeyWorld world, InstanceKey key) {
        Slot home = world.look(SlotAddress.of(key));
        KeyClaim claim = home.claim();
        return home.lists(key)
                || (claim != null
                        && world.look(SlotAddress.of(claim.instance())).lists(key));
    }
}
