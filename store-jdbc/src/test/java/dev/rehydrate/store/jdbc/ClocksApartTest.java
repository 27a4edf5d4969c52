// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.StoreFixture;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What goes by the clock of a process, and what does not. */
@DisplayName("two stores whose clocks are an hour apart")
class ClocksApartTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LEASE = SECOND.multipliedBy(3);
    private static final Duration HOUR = Duration.ofHours(1);

    private final StoreFixture fixture = new JdbcFixture(TestDatabase.H2_FILE);
    private final StoreOptions options =
            StoreOptions.defaults().withLease(LEASE).withTime(fixture.time());
    private final InstanceStore right = fixture.open(options);
    private final InstanceStore ahead =
            fixture.open(options.withTime(anHourAheadOf(fixture.time())).withDefaultIdleTtl(HOUR.multipliedBy(3)));
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        right.close();
        ahead.close();
        fixture.close();
    }

    private static TimeSource anHourAheadOf(TimeSource right) {
        return new ForwardingTime(right) {
            @Override
            public Instant instant() {
                return super.instant().plus(HOUR);
            }
        };
    }

    private static InstanceChanges<InstanceValue> number(int number) {
        return InstanceChanges.data(Map.of("n", number));
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    @Test
    @DisplayName("do not take a hold over from each other")
    void holds() {
        InstanceHandle held = right.createHandle(owner(right), id);
        right.execute(held, CreateInstance.of(number(1), AfterSave.KEEP), LONG).receiptOrThrow();
        OwnerId other = owner(ahead);

        for (Duration passed = Duration.ZERO;
                passed.compareTo(LEASE.multipliedBy(3)) < 0;
                passed = passed.plus(SECOND)) {
            fixture.advance(SECOND);
            assertThat(ahead.execute(ahead.createHandle(other, id), LoadInstance.of(LoadMode.hold()), LONG))
                    .isInstanceOf(LoadOutcome.Held.class);
        }
        right.execute(held, SaveInstance.of(number(2), AfterSave.RELEASE), LONG).receiptOrThrow();
    }

    @Test
    @DisplayName("find idle times over, each by its own clock")
    void idleTimes() {
        try (InstanceStore forHalfAnHour = fixture.open(options.withDefaultIdleTtl(HOUR.dividedBy(2)))) {
            forHalfAnHour.commands().execute(id, CreateInstance.of(number(1))).receiptOrThrow();
        }

        assertThat(right.commands().execute(id, LoadInstance.of(LoadMode.free())))
                .isInstanceOf(LoadOutcome.Loaded.class);
        assertThat(ahead.commands().execute(id, LoadInstance.of(LoadMode.free())))
                .isInstanceOf(LoadOutcome.NotFound.class);
    }
}
