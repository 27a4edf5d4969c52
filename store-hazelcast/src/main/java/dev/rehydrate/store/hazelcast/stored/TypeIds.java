// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

/**
 * The numbers of the types that this provider sends and stores; they are for ever. Earlier versions used 7, 11 and 13 to 18 for types that are gone.
 */
public final class TypeIds {

    public static final int FACTORY = 0x5248;
    public static final int STORED_SLOT = 1;
    public static final int STORED_REPLY = 2;
    public static final int DECIDE = 3;
    public static final int PUT_SLOT = 4;
    public static final int REPLAY = 5;
    public static final int SCAN = 6;
    public static final int OWNER_TABLE = 8;
    public static final int CHANGE_OWNERS = 9;
    public static final int MERGE_POLICY = 10;
    public static final int TELL_TIME = 12;
    public static final int ANNOUNCEMENT = 19;
    public static final int ANSWER = 20;
    public static final int FIND_SLOTS = 21;
    public static final int FIND_NEXT_DUE = 22;
    public static final int FIND_PAGE = 23;
    public static final int READ_OWNERS = 24;
    public static final int OWNER_READING = 25;
    public static final int BEAT_AND_READ = 26;
    public static final int TERM_CALL = 30;
    public static final int MERGE_SLOT = 32;
    public static final int MERGED_SLOT = 33;
    public static final int MERGE_OWNERS = 34;
    public static final int SLOT_COPY = 35;
    public static final int KEEP_LATEST = 36;
    public static final int FIND_COPY = 37;
    public static final int LATEST_COPY_WINS = 38;
    public static final int FLUSH_MEMBER = 39;
    public static final int MARKS_ARE_VOID = 40;
    public static final int FLUSHED = 41;
    public static final int NOTE_AGAIN = 42;
    public static final int NOTE_PRESENT_AGAIN = 43;
    public static final int TELL_WRITING = 44;
    public static final int FIND_TO_RUN = 45;
    public static final int FOUND_TO_RUN = 46;
    public static final int TELL_STOPPING = 47;
    public static final int FIND_HOLDERS = 50;

    private TypeIds() {}
}
