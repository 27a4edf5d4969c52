// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.news;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.store.jdbc.database.Database;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Announcements over an H2 file, which only this process has open. */
public final class NewsInProcess implements News {

    private static final Map<String, List<Consumer<Announcement>>> LISTENERS = new ConcurrentHashMap<>();

    private final String place;
    private Consumer<Announcement> mine = news -> {};

    /**
     * Joins the stores of a place.
     *
     * @param database the place
     */
    public NewsInProcess(Database database) {
        place = database.place();
    }

    @Override
    public void announce(Announcement news) {
        LISTENERS.getOrDefault(place, List.of()).forEach(each -> each.accept(news));
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        mine = listener;
        LISTENERS.computeIfAbsent(place, first -> new CopyOnWriteArrayList<>()).add(listener);
    }

    @Override
    public void close() {
        LISTENERS.computeIfPresent(place, (where, listeners) -> {
            listeners.remove(mine);
            return listeners.isEmpty() ? null : listeners;
        });
    }
}
