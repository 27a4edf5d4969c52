// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** What has come to an end is kept for the time of its end state, or for ever, and then purged. */
public abstract class RetentionContract {

    private static final OwnerDescription KEEPING =
            OwnerDescription.ofType("documents").completingBy(CompletionAction.KEEP);
    private static final Duration COMPLETED = Duration.ofMinutes(10);
    private static final Duration FAILED = Duration.ofMinutes(20);

    /** A store that comes takes parts over and begins with them a period later. */
    private static final Duration SWEPT =
            StoreOptions.defaults().sweepPeriod().multipliedBy(3).plusSeconds(1);

    private static final Duration LONG = Duration.ofMinutes(40);

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    private static Node node(Farm farm) {
        return farm.node(
                KEEPING,
                options -> options.withEndRetention(
                        EndRetention.NEVER.ofCompleted(COMPLETED).ofFailed(FAILED)));
    }

    private static boolean isThere(Node node, InstanceId instance) {
        return !(node.load(instance, LoadMode.peek()) instanceof LoadOutcome.NotFound);
    }

    private static InstanceChanges.Builder failing() {
        return Sample.numbered(1).fail("out of stock", null);
    }

    @Test
    void whatIsCompletedAndKeptIsPurgedWithItsKeysAfterItsRetentionNotBefore(Farm farm) {
        Node node = node(farm);
        node(farm);
        node.create(id, Sample.withKeys(1, key));
        node.complete(id);

        farm.advance(COMPLETED.minusSeconds(1));
        assertThat(isThere(node, id)).isTrue();
        farm.advance(SWEPT);

        assertThat(isThere(node, id)).isFalse();
        InstanceId heir = InstanceId.random();
        node.create(heir, Sample.withKeys(2, key));
        node.create(id, Sample.number(3));
        farm.advance(LONG);
        assertThat(Sample.numberOf(node.read(heir))).isEqualTo(2);
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
    }

    @Test
    void aRetentionMayBeForEverAndTheSweepGoesOn(Farm farm) {
        Duration forEver = ChronoUnit.FOREVER.getDuration();
        Node node = farm.node(
                KEEPING,
                options -> options.withMemoryRetention(forEver)
                        .withEndRetention(
                                EndRetention.NEVER.ofCompleted(forEver).ofFailed(forEver)));
        node.create(id, Sample.withKeys(1, key));
        node.complete(id);

        farm.advance(LONG);

        assertThat(isThere(node, id)).isTrue();
        assertThat(farm.await(node.store().health()).reasons()).noneMatch(reason -> reason.contains("swept"));
    }

    @Test
    void whatIsCompletedAndKeptOutlivesTheIdleTimeThatItHadBefore(Farm farm) {
        Node node = farm.node(KEEPING, options -> options.withDefaultIdleTtl(COMPLETED));
        InstanceId ownTime = InstanceId.random();
        node.create(id, Sample.withKeys(1, key));
        node.create(ownTime, Sample.numbered(2).idleTtl(COMPLETED).build());
        node.complete(id);
        node.complete(ownTime);

        farm.advance(LONG);

        assertThat(isThere(node, id)).isTrue();
        assertThat(isThere(node, ownTime)).isTrue();
        assertThat(node.load(key, LoadMode.peek())).isNotInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aCompletionCanSayForHowLongWhatItKeepsMayBeIdle(Farm farm) {
        Node node = farm.node(KEEPING);
        node.create(id, Sample.number(1));
        node.run(
                id,
                new CompleteInstance(
                        CommandId.random(),
                        InstanceChanges.builder().idleTtl(COMPLETED).build(),
                        Expected.any(),
                        null));

        farm.advance(COMPLETED.minusSeconds(1));
        assertThat(isThere(node, id)).isTrue();
        farm.advance(SWEPT);

        assertThat(isThere(node, id)).isFalse();
    }

    @Test
    void whatHasFailedIsPurgedAfterARetentionOfItsOwnUnlessItWasRetried(Farm farm) {
        Node node = node(farm);
        InstanceId retried = InstanceId.random();
        node.create(id, failing().keys(Sample.associating(key)).build());
        node.create(retried, failing().build());

        farm.advance(FAILED.minusSeconds(1));
        assertThat(isThere(node, id)).isTrue();
        node.save(retried, InstanceChanges.builder().resume().build()).receiptOrThrow();
        farm.advance(SWEPT);

        assertThat(isThere(node, id)).isFalse();
        assertThat(node.load(key, LoadMode.hold())).isInstanceOf(LoadOutcome.NotFound.class);
        farm.advance(LONG);
        assertThat(isThere(node, retried)).isTrue();
    }

    @Test
    void whatHasEndedIsKeptForEverUnlessATimeIsSet(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceId failed = InstanceId.random();
        node.create(id, Sample.withKeys(1, key));
        node.complete(id);
        node.create(failed, failing().build());

        farm.advance(LONG);

        assertThat(isThere(node, id)).isTrue();
        assertThat(isThere(node, failed)).isTrue();
    }

    @Test
    void neitherTheHeldNorTheDueNorTheSuspendedIsPurged(Farm farm) {
        Node node = node(farm);
        InstanceId due = InstanceId.random();
        InstanceId suspended = InstanceId.random();
        InstanceId working = InstanceId.random();
        node.create(due, failing().dueAfter(Duration.ofDays(900)).build());
        node.create(
                suspended,
                Sample.numbered(1)
                        .suspend("a person has to look", "java.io.IOException")
                        .build());
        node.create(working, Sample.number(1));
        node.create(id, failing().build());
        InstanceHandle handle = node.hold(id);

        farm.advance(LONG);

        assertThat(isThere(node, due)).isTrue();
        assertThat(isThere(node, suspended)).isTrue();
        assertThat(isThere(node, working)).isTrue();
        assertThat(isThere(node, id)).isTrue();
        node.release(handle);
        farm.advance(SWEPT);
        assertThat(isThere(node, id)).isFalse();
    }
}
