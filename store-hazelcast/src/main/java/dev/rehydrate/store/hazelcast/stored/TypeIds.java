// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

/** The numbers of the types that this provider sends and stores; they are for ever. */
public final class TypeIds {

    public static final int FACTORY = 0x5248;
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

    private TypeIds() {}
}
