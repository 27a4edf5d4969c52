// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of instances whose host died, when no message asks for them: contract §2.10. */
public abstract class RecoveryContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");

    private final InstanceId initialized = InstanceId.random();
    private final InstanceId uninitialized = InstanceId.random();
    private final InstanceId suspended = InstanceId.random();

    @Test
    @DisplayName(
            "WF-63 of what a dead host held the initialized is runnable; the suspended and the uninitialized are not")
    void whatADeadHostHeldBecomesRunnable(Farm farm) {
        Node dying = farm.node(TYPED);
        Node other = farm.node(TYPED);
        dying.createHeld(initialized, Sample.number(1));
        dying.load(uninitialized, LoadMode.holdOrCreate());
        dying.createHeld(suspended, Sample.number(3));
        dying.run(suspended, SuspendInstance.because("a person has to look"));
        assertThat(other.loadRunnable().loaded()).isEmpty();

        dying.crash();
        farm.passLease();

        assertThat(other.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        InstanceSnapshot run = other.loadRunnable().loaded().orElseThrow();
        assertThat(run.id()).isEqualTo(initialized);
        assertThat(run.header().token()).isEqualTo(new FencingToken(2));
        assertThat(other.loadRunnable().loaded()).isEmpty();
    }

    @Test
    void aDeadOwnerIsRememberedUntilNothingRefersToIt(Farm farm) {
        Node dying = farm.node(TYPED);
        Node other = farm.node(TYPED);
        dying.createHeld(suspended, Sample.number(3));
        dying.run(suspended, SuspendInstance.because("a person has to look"));
        dying.crash();

        farm.passLease();
        assertThat(farm.owners()).contains(dying.owner());
        other.run(suspended, CompleteInstance.now()).receiptOrThrow();
        farm.passLease();

        farm.eventually(
                () -> assertThat(farm.owners()).doesNotContain(dying.owner()).contains(other.owner()));
    }

    @Test
    void whatADeadHostNeverGaveDataIsSweptAway(Farm farm) {
        Node dying = farm.node();
        Node other = farm.node();
        InstanceKey key = InstanceKey.random();
        dying.load(key, new LoadMode.HoldOrCreate(uninitialized, Map.of()));
        dying.crash();

        farm.passLease();
        farm.advance(Duration.ofMinutes(2));

        assertThat(other.load(uninitialized, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        other.create(InstanceId.random(), Sample.withKeys(1, key));
    }

    @Test
    void whatAHostLeftBehindIsFoundByOneThatComesLater(Farm farm) {
        Node first = farm.node(TYPED);
        first.createHeld(initialized, Sample.number(1));
        first.load(uninitialized, LoadMode.holdOrCreate());
        first.store().close();

        Node next = farm.node(TYPED);
        farm.passLease();

        assertThat(next.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(initialized);
        farm.advance(Duration.ofMinutes(2));
        assertThat(next.load(uninitialized, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aSuspendedInstanceOfADeadHostRunsOnceItIsResumed(Farm farm) {
        Node dying = farm.node(TYPED);
        Node other = farm.node(TYPED);
        dying.createHeld(suspended, Sample.number(3));
        dying.run(suspended, SuspendInstance.because("a person has to look"));
        dying.crash();
        farm.passLease();

        other.run(suspended, ResumeInstance.now());
        farm.advance(Farm.DETECTION);

        assertThat(other.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(suspended);
    }
}
