// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A caller that gives up waiting for events does not hinder the one that waits next. */
class EventWaitTest {

    private static final Duration LONG = Duration.ofDays(1);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final InstanceStore store =
            MemoryInstanceStore.open(StoreOptions.defaults().withTime(time));
    private final InstanceHandle ownHandle = store.createHandle();

    EventWaitTest() {
        store.execute(ownHandle, new CreateOwner(OwnerDescription.anonymous()), Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void afterAnInterruptedWaitSomebodyCanWaitAgain() {
        Thread.currentThread().interrupt();
        assertThat(store.waitForEvents(ownHandle, LONG)).isEmpty();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();

        assertThat(store.eventsAsync(ownHandle, LONG)).isNotDone();
    }

    @Test
    void afterAWaitThatWasCalledOffSomebodyCanWaitAgain() {
        store.eventsAsync(ownHandle, LONG).cancel(false);

        var next = store.eventsAsync(ownHandle, LONG);

        assertThat(next).isNotDone();
        assertThatThrownBy(() -> store.eventsAsync(ownHandle, LONG)).isInstanceOf(IllegalStateException.class);
        time.advance(LONG);
        assertThat(next).isCompletedWithValueMatching(events -> events.isEmpty());
    }
}
