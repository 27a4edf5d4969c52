// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.bytes;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import dev.rehydrate.store.hazelcast.due.CheckDue;
import dev.rehydrate.store.hazelcast.due.DueCheck;
import dev.rehydrate.store.hazelcast.due.DueHint;
import dev.rehydrate.store.hazelcast.due.OfHostType;
import dev.rehydrate.store.hazelcast.due.OfferHint;
import dev.rehydrate.store.hazelcast.due.WantsToRun;
import dev.rehydrate.store.hazelcast.majority.LatestSlotWins;
import dev.rehydrate.store.hazelcast.majority.MergeOwners;
import dev.rehydrate.store.hazelcast.majority.MergeSlot;
import dev.rehydrate.store.hazelcast.majority.MergedSlot;
import dev.rehydrate.store.hazelcast.majority.TermCall;
import dev.rehydrate.store.hazelcast.owner.ChangeOwners;
import dev.rehydrate.store.hazelcast.owner.OwnerTable;
import dev.rehydrate.store.hazelcast.partition.TellTime;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.slot.HasInstance;
import dev.rehydrate.store.hazelcast.slot.LightRecord;
import dev.rehydrate.store.hazelcast.slot.PutSlot;
import dev.rehydrate.store.hazelcast.slot.ReplayOnBackup;
import dev.rehydrate.store.hazelcast.slot.ScanPredicate;
import dev.rehydrate.store.hazelcast.slot.StoredReply;
import dev.rehydrate.store.hazelcast.slot.StoredSlot;

/** Makes empty objects for what this provider sends and stores; the class ids are for ever. */
public final class SlotDataFactory implements DataSerializableFactory {

    public static final int FACTORY_ID = 0x5248;
    public static final int STORED_SLOT = 1;
    public static final int STORED_REPLY = 2;
    public static final int DECIDE = 3;
    public static final int PUT_SLOT = 4;
    public static final int REPLAY = 5;
    public static final int SCAN = 6;
    public static final int LIGHT_RECORD = 7;
    public static final int OWNER_TABLE = 8;
    public static final int CHANGE_OWNERS = 9;
    public static final int MERGE_POLICY = 10;
    public static final int HAS_INSTANCE = 11;
    public static final int TELL_TIME = 12;
    public static final int DUE_HINT = 13;
    public static final int OFFER_HINT = 14;
    public static final int OF_HOST_TYPE = 15;
    public static final int CHECK_DUE = 16;
    public static final int DUE_CHECK = 17;
    public static final int WANTS_TO_RUN = 18;
    public static final int ANNOUNCEMENT = 19;
    public static final int TERM_CALL = 30;
    public static final int MERGE_SLOT = 32;
    public static final int MERGED_SLOT = 33;
    public static final int MERGE_OWNERS = 34;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case STORED_SLOT -> new StoredSlot();
            case STORED_REPLY -> new StoredReply();
            case DECIDE -> new DecideInSlot();
            case PUT_SLOT -> new PutSlot();
            case REPLAY -> new ReplayOnBackup();
            case SCAN -> new ScanPredicate();
            case LIGHT_RECORD -> new LightRecord();
            case OWNER_TABLE -> new OwnerTable();
            case CHANGE_OWNERS -> new ChangeOwners();
            case MERGE_POLICY -> new LatestSlotWins();
            case HAS_INSTANCE -> new HasInstance();
            case TELL_TIME -> new TellTime();
            case DUE_HINT -> new DueHint();
            case OFFER_HINT -> new OfferHint();
            case OF_HOST_TYPE -> new OfHostType();
            case CHECK_DUE -> new CheckDue();
            case DUE_CHECK -> new DueCheck();
            case WANTS_TO_RUN -> new WantsToRun();
            case ANNOUNCEMENT -> new AnnouncementMessage();
            case TERM_CALL -> new TermCall();
            case MERGE_SLOT -> new MergeSlot();
            case MERGED_SLOT -> new MergedSlot();
            case MERGE_OWNERS -> new MergeOwners();
            default -> throw new IllegalArgumentException("no class with id " + classId + " in factory " + FACTORY_ID);
        };
    }
}
