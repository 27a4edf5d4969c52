// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lets an instance in memory wait after the threads of the host have refused its last job. No other host would do its work: the store
 * does not offer an instance that is held. At once it would be refused again. Guarded by its lane.
 */
public final class RefusalTimer {

    /** At least half of it is waited, and a bounded pool that is full has some work done by then. */
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));

    private final HostSettings settings;
    private TimeSource.@Nullable Cancellable pending;
    private int inARow;

    public RefusalTimer(HostSettings settings) {
        this.settings = settings;
    }

    /** A job was refused, and none is left. */
    void start(Lane lane) {
        if (pending == null) {
            inARow++;
            pending = settings.time().schedule(PAUSES.delay(inARow, settings.random()), lane::goOn);
        }
    }

    void fired() {
        pending = null;
    }

    /** A job was taken, or the instance has left memory. */
    void over() {
        inARow = 0;
        if (pending != null) {
            pending.cancel();
            pending = null;
        }
    }
}
