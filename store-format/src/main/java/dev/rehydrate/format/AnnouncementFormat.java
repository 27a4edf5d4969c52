// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.wire.Variants;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How announcements travel. */
public final class AnnouncementFormat {

    static final Frame FRAME = Frame.first("an announcement", 'A');

    private static final Variants<Announcement> ANNOUNCEMENTS = new Variants<Announcement>("an announcement")
            .with(
                    1,
                    Announcement.MayRun.class,
                    (out, it) -> out.instant(it.dueAt()),
                    in -> new Announcement.MayRun(in.instant()))
            .with(
                    2,
                    Announcement.Wanted.class,
                    (out, it) -> Ids.write(out, it.instance()),
                    in -> new Announcement.Wanted(Ids.instance(in)))
            .with(
                    3,
                    Announcement.Released.class,
                    (out, it) -> Ids.write(out, it.instance()),
                    in -> new Announcement.Released(Ids.instance(in)));

    private AnnouncementFormat() {}

    /**
     * Writes an announcement.
     *
     * @param news the announcement
     * @param out where to
     * @throws IOException if the sink fails
     */
    public static void write(Announcement news, DataOutput out) throws IOException {
        FRAME.write(news, out, ANNOUNCEMENTS::write);
    }

    /**
     * Reads an announcement.
     *
     * @param in where from
     * @return the announcement
     * @throws WireFormatException if these are not the bytes of an announcement that this version can read
     */
    public static Announcement read(DataInput in) throws WireFormatException {
        return FRAME.read(in, 0, ANNOUNCEMENTS::read);
    }
}
