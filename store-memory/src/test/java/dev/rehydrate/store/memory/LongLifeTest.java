// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.typed.Instances;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A store that is open for months, and a process in which many are opened and closed. */
class LongLifeTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int REMEMBERED = 1_000;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    private static OwnerId briefOwner(InstanceStore store) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), SECOND);
        try (InstanceHandle handle = store.createHandle(owner)) {
            store.execute(handle, new RetireOwner(), SECOND);
        }
        return owner;
    }

    /** What is planned keeps the store in memory, with its listeners and codecs, and so the classes of its application. */
    @Test
    void nothingIsPlannedForAStoreThatIsClosed() {
        StoreOptions options = StoreOptions.defaults().withTime(time);
        InstanceStore store = MemoryInstanceStore.open(options.withPeriods(Duration.ofDays(1), Duration.ofDays(30)));
        Instances<Integer> numbers = store.instances("Number", Integer.class);
        numbers.create(InstanceKey.of("test", "a number"), 1);
        briefOwner(store);
        time.advance(Duration.ofDays(40));

        store.close();

        assertThat(time.untilNextTask()).isEmpty();
    }

    @Test
    void ownersThatHaveEndedAreNotRememberedForEver() {
        try (InstanceStore store =
                MemoryInstanceStore.open(StoreOptions.defaults().withTime(time))) {
            OwnerId first = briefOwner(store);
            OwnerId second = briefOwner(store);
            for (int more = 1; more < REMEMBERED; more++) {
                briefOwner(store);
            }

            assertThatIllegalArgumentException().isThrownBy(() -> store.createHandle(first));
            assertThatExceptionOfType(OwnerLostException.class).isThrownBy(() -> store.createHandle(second));
        }
    }
}
