// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What was noted of an instance")
class RecentInstancesTest {

    /** Close to the largest number: only differences have a meaning. */
    private long now = Long.MAX_VALUE - Duration.ofSeconds(10).toNanos();

    private final RecentInstances recent = new RecentInstances(() -> now, Duration.ofSeconds(60), 3);
    private final InstanceId first = InstanceId.random();
    private final InstanceId second = InstanceId.random();

    @Test
    void isKnownUntilItIsForgotten() {
        recent.note(first);

        assertThat(recent.has(first)).isTrue();
        assertThat(recent.has(second)).isFalse();
        assertThat(recent.forget(second)).isFalse();
        assertThat(recent.forget(first)).isTrue();
        assertThat(recent.forget(first)).isFalse();
        assertThat(recent.has(first)).isFalse();
    }

    @Test
    void isForgottenAfterItsTime() {
        recent.note(first);
        pass(30_000);
        recent.note(second);

        pass(29_999);
        assertThat(recent.has(first)).isTrue();
        pass(1);
        assertThat(recent.has(first)).isFalse();
        assertThat(recent.forget(second)).isTrue();
    }

    @Test
    void isKnownForLongerIfItIsNotedAgain() {
        recent.note(first);
        pass(59_000);
        recent.note(first);

        pass(59_000);
        assertThat(recent.forget(first)).isTrue();
    }

    @Test
    void makesRoomForWhatWasNotedLater() {
        recent.note(first);
        recent.note(second);
        recent.note(InstanceId.random());
        recent.note(first);
        recent.note(InstanceId.random());

        assertThat(recent.has(second)).isFalse();
        assertThat(recent.has(first)).isTrue();
    }

    private void pass(long millis) {
        now += Duration.ofMillis(millis).toNanos();
    }
}
