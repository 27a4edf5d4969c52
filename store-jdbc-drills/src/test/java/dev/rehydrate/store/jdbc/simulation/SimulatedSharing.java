// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.SharedCache;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A cache shared by all processes of a simulation that loses entries, delays them, and comes back with any that it ever had. Only
 * their age is right, but for what clocks may differ by.
 */
final class SimulatedSharing implements SharedCache {

    /** Less than a store reckons with. */
    private static final int MOST_SKEW_MILLIS = 2_900;

    private static final int LONGEST_WAY_MILLIS = 3_000;
    private static final int REMEMBERED = 12;

    private final TimeSource time;
    private final SplittableRandom random;
    private final Map<SlotAddress, List<Kept>> entries = new HashMap<>();
    private final Ages ages;
    private int found;

    SimulatedSharing(TimeSource time, SplittableRandom random, Ages ages) {
        this.time = time;
        this.random = random;
        this.ages = ages;
    }

    /** What is said of the age of an entry. */
    enum Ages {
        RIGHT,
        NONE
    }

    /** An entry, and when the database was asked for it. */
    private record Kept(Entry entry, long askedAt) {}

    /** {@return how many entries were handed out} */
    int found() {
        return found;
    }

    @Override
    public Region region(String database, Duration maxAge) {
        return region(time, maxAge);
    }

    /** The region as one process sees it, whose time ends with it. */
    Region region(TimeSource own, Duration maxAge) {
        return new Region() {

            @Override
            public CompletionStage<Optional<Entry>> find(SlotAddress at) {
                CompletableFuture<Optional<Entry>> answer = new CompletableFuture<>();
                if (random.nextInt(4) == 0) {
                    answer.complete(any(at, maxAge));
                } else {
                    own.schedule(Duration.ofMillis(random.nextInt(1, 50)), () -> answer.complete(any(at, maxAge)));
                }
                return answer;
            }

            @Override
            public void offer(SlotAddress at, Supplier<Entry> offered) {
                Entry entry = offered.get();
                Kept kept = new Kept(entry, own.nanoTime() - entry.age().toNanos());
                if (random.nextInt(8) != 0) {
                    int way = random.nextInt(4) == 0 ? LONGEST_WAY_MILLIS : 5;
                    time.schedule(Duration.ofMillis(random.nextInt(way)), () -> keep(at, kept));
                }
            }
        };
    }

    private void keep(SlotAddress at, Kept kept) {
        List<Kept> known = entries.computeIfAbsent(at, address -> new ArrayList<>());
        known.add(kept);
        if (known.size() > REMEMBERED) {
            known.remove(0);
        }
    }

    private Optional<Entry> any(SlotAddress at, Duration maxAge) {
        List<Kept> known = entries.getOrDefault(at, List.of());
        if (known.isEmpty() || random.nextInt(6) == 0) {
            return Optional.empty();
        }
        Kept kept = known.get(random.nextInt(known.size()));
        Duration skew = Duration.ofMillis(random.nextInt(-MOST_SKEW_MILLIS, MOST_SKEW_MILLIS));
        Duration age = Duration.ofNanos(time.nanoTime() - kept.askedAt()).plus(skew);
        if (age.compareTo(maxAge) >= 0) {
            return Optional.empty();
        }
        found++;
        boolean isTold = ages == Ages.RIGHT && !age.isNegative();
        return Optional.of(new Entry(kept.entry().version(), kept.entry().slot(), isTold ? age : Duration.ZERO));
    }
}
