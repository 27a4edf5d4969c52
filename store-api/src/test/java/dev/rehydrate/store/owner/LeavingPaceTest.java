// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("how fast a store takes instances only to leave them")
final class LeavingPaceTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final LeavingPace pace = new LeavingPace(now::get);

    private void count(int instances) {
        for (int i = 0; i < instances; i++) {
            pace.count();
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    @DisplayName("is so many in a second, and as many in the next one")
    void soManyInASecond() {
        count(LeavingPace.MOST - 1);
        assertThat(pace.hasRoom()).isTrue();
        count(1);
        assertThat(pace.hasRoom()).isFalse();
        pass(Duration.ofMillis(999));
        assertThat(pace.hasRoom()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(pace.hasRoom()).isTrue();
    }

    @Test
    @DisplayName("lets one of those that have ended their search wait for the next second, and another one after it")
    void oneResumes() {
        assertThat(pace.resumeAfter()).isEmpty();
        count(LeavingPace.MOST);
        pass(Duration.ofMillis(400));
        assertThat(pace.hasRoom()).isFalse();
        assertThat(pace.resumeAfter()).contains(Duration.ofMillis(600));
        assertThat(pace.resumeAfter()).isEmpty();
        pace.resumed();
        assertThat(pace.hasRoom()).isFalse();
        assertThat(pace.resumeAfter()).contains(Duration.ofMillis(600));
    }

    @Test
    @DisplayName(
            "lets another one wait for the next second if the first could not, as when memory is too short for a timer")
    void anotherOneResumes() {
        count(LeavingPace.MOST);
        assertThat(pace.hasRoom()).isFalse();
        assertThat(pace.resumeAfter()).isPresent();

        pace.notPlanned();

        pass(Duration.ofMillis(300));
        assertThat(pace.resumeAfter()).contains(Duration.ofMillis(700));
        assertThat(pace.resumeAfter()).isEmpty();
    }

    @Test
    @DisplayName("lets a search be resumed also if its second is over when it says so")
    void resumesAtOnce() {
        count(LeavingPace.MOST);
        assertThat(pace.hasRoom()).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(pace.resumeAfter()).contains(Duration.ZERO);
    }

    @Test
    @DisplayName("counts each second anew, also one that begins with an instance that is left")
    void eachSecondIsCountedAnew() {
        count(LeavingPace.MOST);
        for (int second = 0; second < 3; second++) {
            pass(Duration.ofSeconds(1));
            count(LeavingPace.MOST - 1);
            assertThat(pace.hasRoom()).isTrue();
            count(1);
            assertThat(pace.hasRoom()).isFalse();
        }
    }

    @Test
    @DisplayName("lets no second one wait while one does, and forgets none that has ended its search meanwhile")
    void oneAtATimeResumes() {
        count(LeavingPace.MOST);
        assertThat(pace.hasRoom()).isFalse();
        assertThat(pace.resumeAfter()).isPresent();

        assertThat(pace.hasRoom()).isFalse();
        assertThat(pace.resumeAfter()).isEmpty();
        pace.resumed();
        assertThat(pace.resumeAfter()).isPresent();

        pace.resumed();
        assertThat(pace.resumeAfter()).as("no search has ended since").isEmpty();
    }
}
