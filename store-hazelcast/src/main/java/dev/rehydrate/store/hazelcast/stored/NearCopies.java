// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The slots that free loads have brought lately, for stores that have no copy in their process. They are not notified of
 * changes made elsewhere, so a copy counts for a short time only (ADR 64); what this store itself learns of a slot later ends it at once.
 */
public final class NearCopies {

    private static final int MOST_JOINED = 16;

    private final int limit;
    private final long age;
    private final TimeSource time;
    private final AtomicLong asks = new AtomicLong();

    /** The one that was used last comes last. */
    private final Map<UUID, Copy> copies = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Begins without copies.
     *
     * @param limit how many there are at most; zero for none at all
     * @param age for how long one counts
     * @param time the time by which it does
     */
    public NearCopies(int limit, Duration age, TimeSource time) {
        this.limit = limit;
        this.age = age.toNanos();
        this.time = time;
    }

    public static NearCopies none(TimeSource time) {
        return new NearCopies(0, Duration.ZERO, time);
    }

    /**
     * A slot that was asked for.
     *
     * @param number grows with each question
     * @param askedAt when, on the monotonic clock
     * @param values which values and keys it has
     * @param slot the answer, or null while there is none
     */
    public record Copy(
            long number,
            long askedAt,
            ValueSelection values,
            @Nullable Slot slot) {}

    /** Finds a copy that has what a reader selects. */
    @Nullable
    public Slot find(UUID at, ValueSelection values) {
        if (limit == 0) {
            return null;
        }
        synchronized (copies) {
            Copy copy = copies.get(at);
            return copy == null
                            || time.nanoTime() - copy.askedAt() >= age
                            || !copy.values().covers(values)
                    ? null
                    : copy.slot();
        }
    }

    /**
     * Says that a slot is being asked for. The answer is a copy only if nothing else is learned of the slot meanwhile.
     *
     * @param at the slot
     * @param values what the reader selects
     * @return what to ask for: with what readers of the last copy have selected, so that readers who select different values do not
     *     end each other's copies
     */
    public Copy ask(UUID at, ValueSelection values) {
        if (limit == 0) {
            return new Copy(asks.incrementAndGet(), time.nanoTime(), values, null);
        }
        synchronized (copies) {
            Copy last = copies.get(at);
            long now = time.nanoTime();
            ValueSelection all = last != null && now - last.askedAt() < age ? joined(values, last.values()) : values;
            Copy asked = new Copy(asks.incrementAndGet(), now, all, null);
            copies.put(at, asked);
            removeTheLeastUsed();
            return asked;
        }
    }

    /** What few readers select is brought for all of them; what very many do would be all of a large instance. */
    private static ValueSelection joined(ValueSelection values, ValueSelection last) {
        ValueSelection joined = values.and(last);
        Set<InstanceKey> keys = joined.keys();
        boolean few = joined.names().size() <= MOST_JOINED && (keys == null || keys.size() <= MOST_JOINED);
        return few ? joined : values;
    }

    private void removeTheLeastUsed() {
        if (copies.size() > limit) {
            copies.remove(copies.keySet().iterator().next());
        }
    }

    /** Keeps an answer. What is not there is asked for each time: it may begin at any moment. */
    public void answered(UUID at, Copy asked, Slot slot) {
        if (limit > 0) {
            synchronized (copies) {
                if (asked.equals(copies.get(at))) {
                    keep(at, asked, slot);
                }
            }
        }
    }

    private void keep(UUID at, Copy asked, Slot slot) {
        if (slot.instance() == null && slot.claim() == null) {
            copies.remove(at);
        } else {
            copies.put(at, new Copy(asked.number(), asked.askedAt(), asked.values(), slot));
        }
    }

    /** Ends all copies, because what they are copies of may be gone; answers on their way are not kept either. */
    public void clear() {
        synchronized (copies) {
            copies.clear();
        }
    }

    /** Ends the copy of a slot that was changed, or seen, in another way. */
    public void forget(UUID at) {
        if (limit > 0) {
            synchronized (copies) {
                copies.remove(at);
            }
        }
    }
}
