// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.news;

import dev.rehydrate.engine.Announcement;
import java.util.function.Consumer;

/** Announcements between the stores on the same tables. A lost one costs time and nothing else. */
public interface News extends AutoCloseable {

    /**
     * Sends an announcement to all stores, the own one included; does not block.
     *
     * @param news what to tell
     */
    void announce(Announcement news);

    /**
     * Sets what to call. Called once, before anything else.
     *
     * @param listener must not block
     */
    void onAnnouncement(Consumer<Announcement> listener);

    @Override
    void close();
}
