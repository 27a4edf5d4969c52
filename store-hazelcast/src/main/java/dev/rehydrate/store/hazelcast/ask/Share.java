// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.LocalSlots;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The partitions for which a member answers a question, with the directories that it has of them. */
final class Share {

    private final InstanceDirectory directory;
    private final Instant now;
    private final List<Part> parts = new ArrayList<>();
    private final @Nullable Part[] byNumber;

    /**
     * A partition of this member.
     *
     * @param number its number
     * @param directory its directory, or null while it is not complete: then the partition is looked through
     * @param moves how many instances had moved in its listing when the question began; 0 if it has none
     */
    record Part(int number, @Nullable PartitionDirectory directory, long moves) {

        static Part of(int number, @Nullable PartitionDirectory directory) {
            Listing listing = directory == null ? null : directory.listing();
            return new Part(
                    number, directory, listing == null ? 0 : listing.moved().count());
        }

        /** {@return its directory, which is complete} */
        PartitionDirectory known() {
            return Objects.requireNonNull(directory);
        }

        /** {@return its listing, which is complete} */
        Listing listing() {
            return Objects.requireNonNull(known().listing());
        }
    }

    Share(InstanceDirectory directory, BitSet asked, boolean listed, Instant now) {
        this.directory = directory;
        this.now = now;
        this.byNumber = new Part[asked.length()];
        asked.stream().filter(directory.slots()::owns).forEach(number -> {
            Part part = Part.of(number, directory.partition(number, listed));
            parts.add(part);
            byNumber[number] = part;
        });
    }

    Instant now() {
        return now;
    }

    List<Part> parts() {
        return parts;
    }

    /** {@return the partition of a listing, or null if it is not asked for, or has another listing by now} */
    @SuppressWarnings("ReferenceEquality") // A new one of the same partition is another one.
    @Nullable
    Part partOf(Listing listing) {
        int number = listing.partition();
        Part part = number < byNumber.length ? byNumber[number] : null;
        return part != null && part.directory() != null && part.directory().listing() == listing ? part : null;
    }

    LocalSlots slots() {
        return directory.slots();
    }

    /** {@return the instance in a slot, or null if there is none any more} */
    @Nullable
    InstanceRecord read(Part part, UUID key) {
        StoredSlot slot = slots().read(part.number(), key);
        return slot == null ? null : slot.slot().instance();
    }

    /** {@return header and promoted values at least of the instance in a slot, or null if there is none any more} */
    @Nullable
    InstanceRecord listed(Part part, UUID key) {
        StoredSlot slot = slots().read(part.number(), key);
        return slot == null ? null : slot.listed();
    }

    /** Says that the slot is not what the directory says of it. */
    void correct(Part part, UUID key, Consumer<PartitionDirectory> removal) {
        directory.correct(part.number(), key, removal);
    }

    /** {@return the partitions that have been here all the time} */
    BitSet stillHere() {
        BitSet here = new BitSet();
        parts.stream()
                .filter(part -> directory.isStill(part.number(), part.directory()))
                .forEach(part -> here.set(part.number()));
        return here;
    }
}
