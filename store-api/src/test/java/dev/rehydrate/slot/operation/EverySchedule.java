// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tries every order in which a few parties can take their steps. All laws must hold after each step, and a fresh saver
 * must get its due there; since a party that is not asked any more has crashed, this covers a crash at every step too.
 */
final class EverySchedule {

    private final List<InstanceKey> keys;
    private long points;

    EverySchedule(List<InstanceKey> keys) {
        this.keys = keys;
    }

    /** How many points in all schedules were looked at. */
    long points() {
        return points;
    }

    Seeds.@Nullable Trouble of(KeyWorld world, List<Step<?>> next) {
        points++;
        String broken = world.brokenLaw();
        if (broken == null) {
            broken = Takeover.brokenLaw(world, keys);
        }
        return broken == null ? afterEach(world, next) : new Seeds.Trouble(broken, world.history());
    }

    private Seeds.@Nullable Trouble afterEach(KeyWorld world, List<Step<?>> next) {
        for (int i = 0; i < next.size(); i++) {
            KeyWorld then = world.fork();
            List<Step<?>> rest = new ArrayList<>(next);
            Optional<Step<?>> following = rest.remove(i).takenIn(then);
            following.ifPresent(rest::add);
            Seeds.Trouble trouble = of(then, rest);
            if (trouble != null) {
                return trouble;
            }
        }
        return null;
    }
}
