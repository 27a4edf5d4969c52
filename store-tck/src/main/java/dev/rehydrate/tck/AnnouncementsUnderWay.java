// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.engine.Announcement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Counts the announcements of the stores of a farm as under way until every store has received them. One that was not announced
 * since a store listens is passed on and not counted: it is of a store that was closed before, whose last words came late, and
 * counting it would hide a call that has no answer yet.
 */
final class AnnouncementsUnderWay {

    private final CallsUnderWay underWay;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /**
     * Begins without listeners.
     *
     * @param underWay where announcements are counted
     */
    AnnouncementsUnderWay(CallsUnderWay underWay) {
        this.underWay = underWay;
    }

    /** Each listener is going to receive it. */
    void announced(Announcement news) {
        listeners.forEach(listener -> listener.expect(news));
    }

    private static String name(Announcement news) {
        return "announcement " + news.getClass().getSimpleName();
    }

    Listener listen(Consumer<Announcement> target) {
        Listener listener = new Listener(target);
        listeners.add(listener);
        return listener;
    }

    /** Receives announcements for one store. */
    final class Listener implements Consumer<Announcement> {

        private final Consumer<Announcement> target;
        private final List<Announcement> expected = new ArrayList<>();

        private Listener(Consumer<Announcement> target) {
            this.target = target;
        }

        private synchronized void expect(Announcement news) {
            expected.add(news);
            underWay.begin(name(news));
        }

        private synchronized boolean wasExpected(Announcement news) {
            return expected.remove(news);
        }

        @Override
        public void accept(Announcement news) {
            boolean counted = wasExpected(news);
            target.accept(news);
            if (counted) {
                underWay.end(name(news));
            }
        }

        /** Waits for nothing any more. */
        synchronized void close() {
            listeners.remove(this);
            expected.forEach(news -> underWay.end(name(news)));
            expected.clear();
        }
    }
}
