// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.stability.Experimental;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a host knows of itself.
 *
 * @param hasFreeTurn false while handlers and sinks that do not return keep all threads, or all of {@link HostBuilder#maxTurns}: every other
 *     call is {@code Busy} at its deadline. It is judged each half minute, while something does not return.
 * @param waiting how many calls, deliveries, timers and the like have been given to the host and not begun
 * @param longTurns the handlers and sinks that have not returned for half a minute, the longest first
 */
@Experimental
public record HostHealth(boolean hasFreeTurn, int waiting, List<LongTurn> longTurns) {

    /** Copies the list. */
    public HostHealth {
        longTurns = List.copyOf(longTurns);
    }

    /**
     * A handler that has not returned for long, or the sink with a message of an instance.
     *
     * @param instance its instance, for which everything else waits
     * @param operation the operation of the handler, or null for the sink
     * @param since when it was called, by the host's wall clock
     */
    public record LongTurn(InstanceId instance, @Nullable String operation, Instant since) {

        /** Checks that nothing is missing. */
        public LongTurn {
            Objects.requireNonNull(instance, "instance");
            Objects.requireNonNull(since, "since");
        }
    }
}
