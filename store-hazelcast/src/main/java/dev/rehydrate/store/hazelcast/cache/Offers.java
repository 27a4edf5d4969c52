// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends copies to their owners, which no command waits for. Of each slot one copy is under way and one waits, the latest: a slot that
 * changes faster than its copies travel does not leave a queue of old ones. Too many slots lose the copies that have waited for longest.
 */
final class Offers {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int MOST_UNDER_WAY = 128;
    private static final int MOST_WAITING = 4096;
    private static final long MOST_BYTES_WAITING = 32L << 20;
    private static final long LARGEST = 1L << 20;

    private final CopyCalls calls;
    private final Executor sender;
    private final long millis;
    private final Map<SlotAddress, Offer> waiting = new LinkedHashMap<>();
    private final Set<SlotAddress> underWay = new HashSet<>();
    private long bytesWaiting;
    private boolean sending;

    /**
     * A slot in a version.
     *
     * @param version the version of its row
     * @param askedAt when the database was asked, in milliseconds of the farm's time
     * @param slot what was there, or null if the version is over
     */
    record Offer(long version, long askedAt, @Nullable Slot slot) {

        /** What is too large to be sent about only ends what is there. */
        static Offer of(long version, long askedAt, @Nullable Slot slot) {
            return new Offer(version, askedAt, slot != null && payload(slot) > LARGEST ? null : slot);
        }

        private boolean replaces(@Nullable Offer other) {
            return other == null
                    || version > other.version
                    || (version == other.version && (slot == null || askedAt > other.askedAt));
        }

        private long bytes() {
            return slot == null ? 0 : payload(slot);
        }

        private static long payload(Slot slot) {
            InstanceRecord record = slot.instance();
            return record == null ? 0 : Payload.of(record.data()) + Payload.of(record.metadata());
        }

        /** Names and keys can be many too, and are counted when they are written. */
        private SlotCopy copy() throws IOException {
            SlotCopy copy = slot == null ? SlotCopy.over(version, askedAt) : SlotCopy.of(version, askedAt, slot);
            return copy.bytes() > LARGEST ? SlotCopy.over(version, askedAt) : copy;
        }
    }

    /**
     * Begins with nothing to send.
     *
     * @param calls the way to the owners
     * @param sender the thread that writes and sends copies
     * @param millis for how long a copy is of any use
     */
    Offers(CopyCalls calls, Executor sender, long millis) {
        this.calls = calls;
        this.sender = sender;
        this.millis = millis;
    }

    void add(SlotAddress at, Offer offer) {
        synchronized (this) {
            Offer before = waiting.get(at);
            if (!offer.replaces(before)) {
                return;
            }
            waiting.put(at, offer);
            bytesWaiting += offer.bytes() - (before == null ? 0 : before.bytes());
            Iterator<Offer> oldest = waiting.values().iterator();
            while (waiting.size() > MOST_WAITING || bytesWaiting > MOST_BYTES_WAITING) {
                bytesWaiting -= oldest.next().bytes();
                oldest.remove();
            }
        }
        wakeUp();
    }

    private void wakeUp() {
        synchronized (this) {
            if (sending || waiting.isEmpty() || underWay.size() >= MOST_UNDER_WAY) {
                return;
            }
            sending = true;
        }
        try {
            sender.execute(this::sendAll);
        } catch (RejectedExecutionException closed) {
            LOG.debug("copies for other processes are not sent any more", closed);
        } catch (RuntimeException | Error noThread) {
            synchronized (this) {
                sending = false;
            }
            LOG.debug("copies for other processes are sent with the next one", noThread);
        }
    }

    private void sendAll() {
        for (Map.Entry<SlotAddress, Offer> next = next(); next != null; next = next()) {
            send(next.getKey(), next.getValue());
        }
    }

    /** {@return what to send now, or null if there is nothing until an answer comes} */
    private synchronized Map.@Nullable Entry<SlotAddress, Offer> next() {
        if (underWay.size() < MOST_UNDER_WAY) {
            Iterator<Map.Entry<SlotAddress, Offer>> oldest = waiting.entrySet().iterator();
            while (oldest.hasNext()) {
                Map.Entry<SlotAddress, Offer> offer = oldest.next();
                if (underWay.add(offer.getKey())) {
                    oldest.remove();
                    bytesWaiting -= offer.getValue().bytes();
                    return Map.entry(offer.getKey(), offer.getValue());
                }
            }
        }
        sending = false;
        return null;
    }

    private void send(SlotAddress at, Offer offer) {
        try {
            calls.send(
                    Addresses.key(at),
                    new KeepLatest(offer.copy(), millis),
                    (nothing, failure) -> arrived(at, failure));
        } catch (IOException | RuntimeException | Error notSent) {
            arrived(at, notSent);
        }
    }

    /** A copy that is lost costs those who look for it a question to the database. */
    private void arrived(SlotAddress at, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.debug("a copy for other processes was lost: slot={}", at, failure);
        }
        synchronized (this) {
            underWay.remove(at);
        }
        wakeUp();
    }
}
