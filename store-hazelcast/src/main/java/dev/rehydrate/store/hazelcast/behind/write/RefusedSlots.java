// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots that the database does not take, and why. To find the one that it does not take among many costs a number of attempts, each of them a
 * connection, so it is tried again only now and then. Changed by the thread that writes, asked by any.
 */
final class RefusedSlots {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    /** Where many are refused, a line for each says no more than one for some. */
    private static final int MOST_NAMED = 20;

    private final Map<UUID, RefusedWrite> refused = new ConcurrentHashMap<>();
    private Instant triedAt = Instant.EPOCH;

    /** {@return whether it is time to try again what was refused} */
    boolean areTriedAgain(Instant now) {
        // Also if the clock was set back.
        boolean isTime = Duration.between(triedAt, now).abs().compareTo(PAUSE) >= 0;
        if (isTime) {
            triedAt = now;
        }
        return isTime;
    }

    /** {@return what the database has said of a slot, if that has not changed since then; null otherwise} */
    @Nullable
    RefusedWrite of(UUID slot, @Nullable Long notedAt) {
        RefusedWrite refusal = refused.get(slot);
        return refusal != null && notedAt != null && notedAt == refusal.notedAt() ? refusal : null;
    }

    /** Takes over what the last write has left, and names in the log what the one before had not. */
    void are(Map<UUID, RefusedWrite> left) {
        refused.keySet().retainAll(left.keySet());
        int named = 0;
        for (Map.Entry<UUID, RefusedWrite> each : left.entrySet()) {
            boolean isNew = refused.put(each.getKey(), each.getValue()) == null;
            named += isNew ? 1 : 0;
            if (isNew && named <= MOST_NAMED) {
                LOG.warn(
                        "write-behind: a slot is not written, and stays in memory only: slot={} {}",
                        each.getKey(),
                        each.getValue().why());
            }
        }
        if (named > MOST_NAMED) {
            LOG.warn(
                    "write-behind: further slots are not written, and stay in memory only: slots={}",
                    named - MOST_NAMED);
        }
    }

    /** {@return what a person should know, or null if there are none} */
    @Nullable
    String healthIssue() {
        return refused.isEmpty()
                ? null
                : refused.size()
                        + " changed instances or keys are in memory only, the database does not take them; one of them: "
                        + refused.values().iterator().next().why();
    }
}
