// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import dev.rehydrate.store.hazelcast.ask.Answer;
import dev.rehydrate.store.hazelcast.ask.FindHolders;
import dev.rehydrate.store.hazelcast.ask.FindNextDue;
import dev.rehydrate.store.hazelcast.ask.FindPage;
import dev.rehydrate.store.hazelcast.ask.FindSlots;
import dev.rehydrate.store.hazelcast.ask.FindToRun;
import dev.rehydrate.store.hazelcast.ask.FoundToRun;
import dev.rehydrate.store.hazelcast.behind.FlushMember;
import dev.rehydrate.store.hazelcast.behind.MarksAreVoid;
import dev.rehydrate.store.hazelcast.behind.NoteAgain;
import dev.rehydrate.store.hazelcast.behind.NotePresentAgain;
import dev.rehydrate.store.hazelcast.behind.TellStopping;
import dev.rehydrate.store.hazelcast.behind.TellWriting;
import dev.rehydrate.store.hazelcast.behind.write.Flushed;
import dev.rehydrate.store.hazelcast.cache.FindCopy;
import dev.rehydrate.store.hazelcast.cache.KeepLatest;
import dev.rehydrate.store.hazelcast.cache.LatestCopyWins;
import dev.rehydrate.store.hazelcast.cache.SlotCopy;
import dev.rehydrate.store.hazelcast.majority.LatestSlotWins;
import dev.rehydrate.store.hazelcast.majority.MergeOwners;
import dev.rehydrate.store.hazelcast.majority.MergeSlot;
import dev.rehydrate.store.hazelcast.majority.MergedSlot;
import dev.rehydrate.store.hazelcast.majority.TermCall;
import dev.rehydrate.store.hazelcast.owner.BeatAndRead;
import dev.rehydrate.store.hazelcast.owner.ChangeOwners;
import dev.rehydrate.store.hazelcast.owner.OwnerReading;
import dev.rehydrate.store.hazelcast.owner.OwnerTable;
import dev.rehydrate.store.hazelcast.owner.ReadOwners;
import dev.rehydrate.store.hazelcast.partition.TellTime;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.slot.PutSlot;
import dev.rehydrate.store.hazelcast.slot.ReplayOnBackup;
import dev.rehydrate.store.hazelcast.slot.ScanPredicate;
import dev.rehydrate.store.hazelcast.slot.StoredReply;
import dev.rehydrate.store.hazelcast.stored.AnnouncementMessage;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;

/** Makes empty objects for what this provider sends and stores; the class ids are for ever. */
public final class SlotDataFactory implements DataSerializableFactory {

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case TypeIds.STORED_SLOT -> new StoredSlot();
            case TypeIds.STORED_REPLY -> new StoredReply();
            case TypeIds.DECIDE -> new DecideInSlot();
            case TypeIds.PUT_SLOT -> new PutSlot();
            case TypeIds.REPLAY -> new ReplayOnBackup();
            case TypeIds.SCAN -> new ScanPredicate();
            case TypeIds.OWNER_TABLE -> new OwnerTable();
            case TypeIds.READ_OWNERS -> new ReadOwners();
            case TypeIds.BEAT_AND_READ -> new BeatAndRead();
            case TypeIds.OWNER_READING -> new OwnerReading();
            case TypeIds.CHANGE_OWNERS -> new ChangeOwners();
            case TypeIds.MERGE_POLICY -> new LatestSlotWins();
            case TypeIds.TELL_TIME -> new TellTime();
            case TypeIds.ANNOUNCEMENT -> new AnnouncementMessage();
            case TypeIds.TERM_CALL -> new TermCall();
            case TypeIds.MERGE_SLOT -> new MergeSlot();
            case TypeIds.MERGED_SLOT -> new MergedSlot();
            case TypeIds.MERGE_OWNERS -> new MergeOwners();
            case TypeIds.ANSWER -> new Answer();
            case TypeIds.FIND_SLOTS -> new FindSlots();
            case TypeIds.FIND_NEXT_DUE -> new FindNextDue();
            case TypeIds.FIND_TO_RUN -> new FindToRun();
            case TypeIds.FOUND_TO_RUN -> new FoundToRun();
            case TypeIds.FIND_HOLDERS -> new FindHolders();
            case TypeIds.FIND_PAGE -> new FindPage();
            case TypeIds.SLOT_COPY -> new SlotCopy();
            case TypeIds.KEEP_LATEST -> new KeepLatest();
            case TypeIds.FIND_COPY -> new FindCopy();
            case TypeIds.FLUSH_MEMBER -> new FlushMember();
            case TypeIds.FLUSHED -> new Flushed();
            case TypeIds.NOTE_AGAIN -> new NoteAgain();
            case TypeIds.NOTE_PRESENT_AGAIN -> new NotePresentAgain();
            case TypeIds.TELL_WRITING -> new TellWriting();
            case TypeIds.TELL_STOPPING -> new TellStopping();
            case TypeIds.LATEST_COPY_WINS -> new LatestCopyWins();
            case TypeIds.MARKS_ARE_VOID -> new MarksAreVoid();
            default ->
                throw new IllegalArgumentException("no class with id " + classId + " in factory " + TypeIds.FACTORY);
        };
    }
}
