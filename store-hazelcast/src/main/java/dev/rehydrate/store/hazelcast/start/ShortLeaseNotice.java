// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.time.Duration;
import java.util.Optional;

/** What the log says of a lease that a silent member outlasts: the table of owners is with some member, and its copies with others. */
public final class ShortLeaseNotice {

    /** A heartbeat that waits for a silent member is sent a third of the lease after the last one that was answered. */
    private static final int TIMES = 2;

    private ShortLeaseNotice() {}

    /** {@return after how long a member that is not heard of is given up} */
    static Duration silence(boolean majorityOnly) {
        return Duration.ofSeconds(majorityOnly ? 5 : 15);
    }

    public static Optional<String> of(HazelcastStoreOptions options) {
        Duration silence = silence(options.durability() == Durability.PROTECTED);
        Duration lease = options.store().lease();
        Duration enough = silence.multipliedBy(TIMES);
        return lease.compareTo(enough) >= 0
                ? Optional.empty()
                : Optional.of("lease=" + seconds(lease)
                        + " is short for a farm of several members: one that is not heard of is given up after "
                        + seconds(silence)
                        + ", and until then the heartbeats of owners in all processes can remain unanswered. Each"
                        + " that loses its lease meanwhile loses what it holds. Choose "
                        + seconds(enough) + " or more.");
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
