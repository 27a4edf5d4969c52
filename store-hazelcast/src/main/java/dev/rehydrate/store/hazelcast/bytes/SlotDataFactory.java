// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes empty objects for what this provider sends and stores; the class ids are for ever. */
final class SlotDataFactory implements DataSerializableFactory {

    static final int FACTORY_ID = 0x5248;
    static final int STORED_SLOT = 1;
    static final int STORED_REPLY = 2;
    static final int DECIDE = 3;
    static final int PUT_SLOT = 4;
    static final int REPLAY = 5;
    static final int SCAN = 6;
    static final int LIGHT_RECORD = 7;
    static final int OWNER_TABLE = 8;
    static final int CHANGE_OWNERS = 9;
    static final int MERGE_POLICY = 10;
    static final int HAS_INSTANCE = 11;
    static final int TELL_TIME = 12;
    static final int DUE_HINT = 13;
    static final int OFFER_HINT = 14;
    static final int OF_HOST_TYPE = 15;
    static final int CHECK_DUE = 16;
    static final int DUE_CHECK = 17;
    static final int WANTS_TO_RUN = 18;
    static final int ANNOUNCEMENT = 19;
    static final int TERM_CALL = 30;
    static final int MERGE_SLOT = 32;
    static final int MERGED_SLOT = 33;
    static final int MERGE_OWNERS = 34;

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
