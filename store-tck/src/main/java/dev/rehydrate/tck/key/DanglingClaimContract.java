// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What becomes of claims on keys that no command asks for again. */
public abstract class DanglingClaimContract {

    /** The step of a creation with one further key that follows its claim. */
    private static final int COMMIT = 2;

    private static final Duration RETENTION = StoreOptions.defaults().memoryRetention();
    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();

    private final InstanceId slow = InstanceId.random();
    private final InstanceId quick = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @Test
    void aClaimThatADeadHostLeftBehindIsSweptAway(Farm farm) {
        farm.node();
        dieWithAClaim(farm);
        assertThat(farm.occupied()).contains(SlotAddress.of(key));

        farm.advance(RETENTION.plus(SWEEP.multipliedBy(2)));

        assertThat(farm.occupied()).isEmpty();
    }

    @Test
    void aClaimIsLeftAloneWhileItIsYoung(Farm farm) {
        farm.node();
        dieWithAClaim(farm);

        farm.advance(RETENTION.minus(SWEEP));

        assertThat(farm.occupied()).contains(SlotAddress.of(key));
    }

    @Test
    void aKeyStaysWithItsInstanceHoweverOldItsClaimIs(Farm farm) {
        Node node = farm.node();
        node.create(slow, Sample.withKeys(1, key));

        farm.advance(RETENTION.multipliedBy(2));

        assertThat(node.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(slow);
    }

    /** Several dangle: a store that looks at the same claims in each sweep finds one of them by chance, and not all. */
    @Test
    void danglingClaimsAreFoundAmongMany(Farm farm) {
        Node node = farm.node();
        int instances = 25;
        int keysOfEach = 10;
        for (int i = 0; i < instances; i++) {
            node.create(InstanceId.random(), Sample.withKeys(i, keys(keysOfEach)));
        }
        InstanceKey[] dangling = keys(8);
        dieWithClaims(farm, dangling);
        assertThat(farm.occupied())
                .contains(Stream.of(dangling).map(SlotAddress::of).toArray(SlotAddress[]::new));

        farm.advance(RETENTION.plus(SWEEP.multipliedBy(40)));

        assertThat(farm.occupied())
                .doesNotContain(Stream.of(dangling).map(SlotAddress::of).toArray(SlotAddress[]::new))
                .hasSize(instances * (1 + keysOfEach));
    }

    @Test
    void danglingClaimsAreFoundAmongManyOfTheSameInstance(Farm farm) {
        Node node = farm.node();
        node.create(slow, Sample.withKeys(1, keys(250)));
        InstanceKey[] dangling = keys(8);
        Node dying = farm.node();
        dying.faults().inject(Fault.DIE, dangling.length + 1);
        assertThatThrownBy(() -> dying.save(slow, Sample.withKeys(2, dangling)))
                .isInstanceOf(StoreUnavailableException.class);

        farm.advance(RETENTION.plus(SWEEP.multipliedBy(10)));

        assertThat(farm.occupied())
                .doesNotContain(Stream.of(dangling).map(SlotAddress::of).toArray(SlotAddress[]::new))
                .hasSize(251);
    }

    private static InstanceKey[] keys(int count) {
        return Stream.generate(InstanceKey::random).limit(count).toArray(InstanceKey[]::new);
    }

    @Test
    void aSaverThatStalledUntilItsClaimWasSweptCannotCommitUnderIt(Farm farm) {
        Node stalled = farm.node();
        Node other = farm.node();
        stalled.faults().inject(Fault.HOLD_BACK, COMMIT);
        CompletableFuture<SaveOutcome> create =
                stalled.start(stalled.handle(slow), CreateInstance.of(Sample.withKeys(1, key), AfterSave.RELEASE));
        farm.advance(RETENTION.plus(SWEEP.multipliedBy(2)));
        assertThatThrownBy(() -> farm.await(create)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(farm.occupied()).doesNotContain(SlotAddress.of(key));
        other.create(quick, Sample.withKeys(2, key));

        stalled.faults().open();

        assertThat(other.load(slow, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(other.load(key, LoadMode.authoritative()).snapshotOrThrow().id())
                .isEqualTo(quick);
    }

    private void dieWithAClaim(Farm farm) {
        dieWithClaims(farm, key);
    }

    private void dieWithClaims(Farm farm, InstanceKey... keys) {
        Node dying = farm.node();
        dying.faults().inject(Fault.DIE, keys.length + 1);
        assertThatThrownBy(() -> dying.create(slow, Sample.withKeys(1, keys)))
                .isInstanceOf(StoreUnavailableException.class);
    }
}
