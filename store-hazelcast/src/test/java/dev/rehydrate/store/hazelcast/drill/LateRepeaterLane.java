// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Repeats commands of all nodes, whether they were acknowledged or are in doubt: after many other commands on the same
 * instance, after the instance was completed and created again, after the key has moved on. It finds them in the histories
 * that the nodes write. Now and then it saves without expecting anything, so that there are such saves to be repeated.
 */
final class LateRepeaterLane extends LifeLane {

    private static final long LATE = Duration.ofSeconds(1).toNanos();
    private static final int RECENT = 150;
    private static final int READ_EACH = 5;
    private static final int BLIND_EACH = 6;

    private final List<InstanceId> instances;
    private final HistoryTail tail;
    private final List<Intended> known = new ArrayList<>();
    private int turns;

    LateRepeaterLane(Writer writer, Plot plot, Path directory) {
        super(writer);
        this.instances =
                Stream.concat(plot.lives().stream(), plot.movers().stream()).toList();
        this.tail = new HistoryTail(directory, "r" + plot.round() + "-");
    }

    @Override
    void turn() {
        turns++;
        if (turns % READ_EACH == 1) {
            tail.read(line -> line.startsWith("intended\t")).forEach(event -> keep((Intended) event));
        }
        if (turns % BLIND_EACH == 0) {
            first(Change.blind(writer().newEntry(), anyOf(instances)));
        } else if (!known.isEmpty()) {
            repeat(chosen());
        }
    }

    /** A removal expects nothing, and only its own lane knows whether it was settled. */
    private void keep(Intended command) {
        if (command.change().kind() != Kind.REMOVE) {
            known.add(command);
        }
    }

    private Intended chosen() {
        int from = chance(2) ? Math.max(0, known.size() - RECENT) : 0;
        return known.get(ThreadLocalRandom.current().nextInt(from, known.size()));
    }

    private void repeat(Intended command) {
        if (System.nanoTime() - command.at() > LATE) {
            writer().again(command.change());
        }
    }
}
