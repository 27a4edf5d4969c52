// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

/** The names of what the members of a farm share. */
public final class MapNames {

    public static final String SLOTS = "rehydrate.slots";
    public static final String OWNERS = "rehydrate.owners";
    public static final String LOST = "rehydrate.lost";
    public static final String SWEEPERS = "rehydrate.sweepers";
    public static final String WRITTEN = "rehydrate.written";
    public static final String FLUSHES = "rehydrate.flushes";
    /** With this begin the names of the maps with copies, one for each database. */
    public static final String COPIES = "rehydrate.copies.";

    public static final String ANNOUNCEMENTS = "rehydrate.announcements";
    public static final String QUICK_QUESTIONS = "rehydrate.scans";
    public static final String PAGE_QUESTIONS = "rehydrate.pages";
    public static final String LONG_QUESTIONS = "rehydrate.looks";
    public static final String MAJORITY = "rehydrate.majority";

    private MapNames() {}
}
