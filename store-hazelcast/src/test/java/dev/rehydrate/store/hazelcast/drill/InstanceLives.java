// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeHistory.Made;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * What is known of the lives of one instance.
 *
 * @param instance which instance
 * @param made the changes that were acknowledged
 * @param seen the loads that have found it
 * @param missed the loads by id that have found nothing
 */
record InstanceLives(String instance, List<Made> made, List<Seen> seen, List<Missed> missed) {

    /** {@return all lives, the earliest first} */
    Set<Long> lives() {
        Set<Long> lives = new TreeSet<>();
        made.forEach(one -> lives.add(one.mark().life()));
        seen.forEach(one -> lives.add(one.mark().life()));
        return lives;
    }

    List<Made> made(long life) {
        return made.stream().filter(one -> one.mark().life() == life).toList();
    }

    List<Seen> seen(long life) {
        return seen.stream().filter(one -> one.mark().life() == life).toList();
    }

    /** {@return since when it is known that a life has begun; the largest number if only its end is known} */
    long knownSince(long life) {
        return LongStream.concat(
                        made(life).stream().filter(Made::stays).mapToLong(Made::at),
                        seen(life).stream().mapToLong(one -> one.look().at()))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** {@return the number of the last change of a life that was acknowledged, completions aside; 0 if there is none} */
    long lastChange(long life) {
        return made(life).stream()
                .filter(Made::stays)
                .mapToLong(one -> one.mark().number())
                .max()
                .orElse(0);
    }
}
