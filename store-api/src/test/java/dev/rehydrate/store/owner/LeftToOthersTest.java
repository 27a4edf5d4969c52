// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the log of instances that a store leaves because it cannot read them")
final class LeftToOthersTest {

    private static final int MOST = 10_000;

    private final AtomicLong now = new AtomicLong();
    private final LeftToOthers left = new LeftToOthers(now::get, List::of);

    private static InstanceId id(long number) {
        return new InstanceId(7, number);
    }

    private long told(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .filter(number -> left.isToTell(id(number)))
                .count();
    }

    @Test
    @DisplayName("tells of each once an hour")
    void onceAnHour() {
        assertThat(told(1, 20)).isEqualTo(20);
        now.addAndGet(Duration.ofMinutes(59).toNanos());
        assertThat(told(1, 21)).isEqualTo(1);
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(told(1, 21)).isEqualTo(20);
    }

    @Test
    @DisplayName("tells of ten thousand at most, of which each comes again and again")
    void notOfAll() {
        assertThat(told(1, MOST + 5)).isEqualTo(MOST);
        assertThat(told(1, MOST + 5)).isZero();
    }
}
