// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.format.AnnouncementFormat;
import java.io.IOException;
import java.time.Instant;

/** An announcement on its way to all stores of a cluster. */
public final class AnnouncementMessage implements IdentifiedDataSerializable {

    private Announcement news;

    public AnnouncementMessage() {
        this(new Announcement.MayRun(Instant.EPOCH));
    }

    public AnnouncementMessage(Announcement news) {
        this.news = news;
    }

    public Announcement news() {
        return news;
    }

    @Override
    public int getFactoryId() {
        return TypeIds.FACTORY;
    }

    @Override
    public int getClassId() {
        return TypeIds.ANNOUNCEMENT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        AnnouncementFormat.write(news, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        news = AnnouncementFormat.read(in);
    }
}
