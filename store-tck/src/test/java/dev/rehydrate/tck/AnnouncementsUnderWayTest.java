// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.Announcement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a fixture that waits for announcements")
class AnnouncementsUnderWayTest {

    private final CallsUnderWay calls = new CallsUnderWay();
    private final AnnouncementsUnderWay announcements = new AnnouncementsUnderWay(calls);
    private final List<Announcement> heard = new ArrayList<>();

    private static Announcement news(long second) {
        return new Announcement.MayRun(Instant.ofEpochSecond(second));
    }

    @Test
    @DisplayName("waits until each store has received them")
    void waitsForEachListener() {
        var one = announcements.listen(heard::add);
        var other = announcements.listen(heard::add);
        announcements.announced(news(1));
        one.accept(news(1));
        assertThat(calls.count()).isEqualTo(1);

        other.accept(news(1));

        assertThat(calls.count()).isZero();
        assertThat(heard).hasSize(2);
    }

    @Test
    @DisplayName("does not take the late one of a closed store for the answer to a call")
    void aForeignOneEndsNothing() {
        var listener = announcements.listen(heard::add);
        calls.begin("slot");

        listener.accept(news(2));

        assertThat(calls.count()).isEqualTo(1);
        assertThat(heard).containsExactly(news(2));
    }

    @Test
    @DisplayName("does not wait for a store that was closed")
    void aClosedListenerIsNotWaitedFor() {
        var listener = announcements.listen(heard::add);
        announcements.announced(news(3));

        listener.close();
        announcements.announced(news(4));

        assertThat(calls.count()).isZero();
    }
}
