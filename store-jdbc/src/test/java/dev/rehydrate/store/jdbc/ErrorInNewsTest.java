// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.news.NewsOverPostgres;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The thread that listens for announcements is made once for a store. */
@DisplayName("announcements over PostgreSQL")
class ErrorInNewsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AtomicInteger failures = new AtomicInteger();
    private final Queue<Announcement> heard = new ConcurrentLinkedQueue<>();

    private void hear(Announcement news) {
        if (failures.getAndIncrement() == 0) {
            throw new LinkageError("a class could not be linked");
        }
        heard.add(news);
    }

    @Test
    @DisplayName("are heard again after an error")
    void areHeardAgainAfterAnError() {
        JdbcStoreOptions options = TestDatabase.POSTGRESQL.options();
        Announcement told = new Announcement.Wanted(InstanceId.random());
        try (Database database = Database.open(options)) {
            NewsOverPostgres news = new NewsOverPostgres(database, options.schema(), Runnable::run);
            news.onAnnouncement(this::hear);

            // What is told while no connection listens is lost, so it is told until it is heard.
            Awaitility.await().atMost(PATIENCE).until(() -> {
                news.announce(told);
                return heard.contains(told);
            });
            news.close();
        }
        assertThat(failures).hasValueGreaterThan(1);
    }
}
