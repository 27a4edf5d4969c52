// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.slot.SlotAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a provider supplies to {@link CompareAndSwapEngine}: bytes and a version under a 128-bit address, replaced only if the
 * version is still a given one. The bytes mean nothing to the byte store.
 *
 * <p><b>Versions.</b> The byte store chooses them. Two states of one address never have the same version, also when the entry
 * was deleted and made again in between: a counter for each entry is not enough, a sequence of the whole store is.
 *
 * <p><b>Reads.</b> {@link #read} and {@link #scan} answer what is stored when they are called or later: never an older state,
 * never one that is not yet as durable as the provider promises. The engine refuses commands because of what it reads.
 *
 * <p><b>Failures.</b> A stage fails with {@link dev.rehydrate.engine.StorageException}, whose effect is a promise: {@code NONE}
 * means that this call has stored nothing and never will. Use {@code UNKNOWN} for every write that was sent and not answered.
 * The engine takes any other exception of a write as {@code UNKNOWN}. A write whose outcome is unknown may still take effect
 * later, but no later than the stores remember commands (an hour unless it is set otherwise).
 *
 * <p><b>Threads.</b> Methods are called by many threads at once and do not block; a client that blocks is called in an executor
 * of the byte store. What is attached to a stage does not block either, so a stage may be completed in any thread.
 */
public interface ByteStore extends AutoCloseable {

    /** The version of an address at which nothing is stored. No entry has it. */
    long ABSENT = 0;

    /** The entries are in two spaces. The same address in two spaces is two entries. */
    enum Space {
        /** Slots: many, each of some hundred bytes and the values of one instance. */
        SLOTS,
        /** Owners: one small entry for each running host, written at each beat of its lease. */
        OWNERS
    }

    /** What is stored at an address. */
    final class Entry {

        private final SlotAddress at;
        private final long version;
        private final byte[] bytes;

        /**
         * Describes what is stored.
         *
         * @param at the address
         * @param version the version, not {@link #ABSENT}
         * @param bytes the bytes, which are not changed any more
         * @throws IllegalArgumentException if the version is {@link #ABSENT}
         */
        public Entry(SlotAddress at, long version, byte[] bytes) {
            if (version == ABSENT) {
                throw new IllegalArgumentException("version " + ABSENT + " stands for an absent entry");
            }
            this.at = Objects.requireNonNull(at, "at");
            this.version = version;
            this.bytes = Objects.requireNonNull(bytes, "bytes");
        }

        /** {@return the address} */
        public SlotAddress at() {
            return at;
        }

        /** {@return the version} */
        public long version() {
            return version;
        }

        /** {@return the bytes, which must not be changed} */
        @SuppressWarnings("MayBeMutable") // A copy of every slot at every read is too much.
        public byte[] bytes() {
            return bytes;
        }
    }

    /**
     * Reads an entry.
     *
     * @param space where it is
     * @param at its address
     * @return the entry, or empty if nothing is stored
     */
    CompletionStage<Optional<Entry>> read(Space space, SlotAddress at);

    /**
     * Stores bytes if the version of an address is still the expected one, in one atomic step.
     *
     * @param space where
     * @param at the address
     * @param expected the version that was read; {@link #ABSENT} to store only if nothing is stored
     * @param bytes what to store, under a new version; not changed after the call
     * @return true if they are stored, as durable as the provider promises; false if the version was another one, which
     *     promises that this call has stored nothing
     */
    CompletionStage<Boolean> replace(Space space, SlotAddress at, long expected, byte[] bytes);

    /**
     * Deletes an entry if its version is still the expected one, in one atomic step.
     *
     * @param space where
     * @param at the address
     * @param expected the version that was read, not {@link #ABSENT}
     * @return true if it is deleted; false if the version was another one, which promises that this call has deleted nothing
     */
    CompletionStage<Boolean> delete(Space space, SlotAddress at, long expected);

    /**
     * Reads the next entries of a space, in an order of addresses that the byte store chooses and that does not change. From
     * the first page to the empty one every entry that is stored all the time comes once; the others may come or not.
     *
     * @param space which space
     * @param after the last address of the page before, whether or not it is still stored; null for the first page
     * @param limit how many entries at most, at least 1
     * @return the page; it may be shorter than the limit, and is empty only if no entry follows
     */
    CompletionStage<List<Entry>> scan(Space space, @Nullable SlotAddress after, int limit);

    /**
     * Sends a message to all byte stores over the same data, this one included. Best effort: a message may be lost.
     *
     * @param message some dozen bytes
     */
    void announce(byte[] message);

    /**
     * Sets the receiver of messages. Called once, before anything else.
     *
     * @param receiver does not block
     */
    void onAnnouncement(Consumer<byte[]> receiver);

    /**
     * Returns statistics that are known in this process, without I/O.
     *
     * @return the statistics, with the provider's word for what an acknowledged save survives
     */
    default EngineFacts facts() {
        return new EngineFacts("process", 1, 1, 0);
    }

    /**
     * Names the executor of what users attach to asynchronous answers, which may block.
     *
     * @return an executor; {@code Runnable::run} if the threads that complete stages may block
     */
    default Executor callbackExecutor() {
        return Runnable::run;
    }

    /** Frees what this byte store uses; the entries stay for other byte stores over the same data. */
    @Override
    void close();
}
