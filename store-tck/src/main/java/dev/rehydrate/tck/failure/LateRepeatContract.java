// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A command that is given again after many others: within the retention it is answered as the first time, or as unknown. It
 * is never carried out twice, and no answer says that it was not carried out.
 */
public abstract class LateRepeatContract {

    private static final int[] LATER = {9, 20, 200};

    /** Of an origin of their own: the one of {@link CommandId#random()} changes whenever this process opens a store. */
    private final long origin = CommandId.random().low();

    private long sequence;

    @Test
    void aLateRepeatOfASaveIsNeverCarriedOutAgain(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            SaveInstance save = save(Sample.number(1), Expected.any());
            SaveOutcome first = node.run(id, save);
            work(node, id, later);

            requireSameOrUnknown(node, id, save, first);
            requireSameOrUnknown(other, id, save, first);
        }
    }

    @Test
    void aLateRepeatOfASaveThatExpectedARevisionIsNeverAMismatch(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            Revision created = node.create(id, Sample.number(1)).revision();
            SaveInstance save = save(Sample.number(2), Expected.revision(created));
            SaveOutcome first = node.run(id, save);
            work(node, id, later);

            requireSameOrUnknown(node, id, save, first);
            requireSameOrUnknown(other, id, save, first);
        }
    }

    @Test
    void aLateRepeatOfACreationNeitherCreatesNorMeetsItself(Farm farm) {
        Node node = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            CreateInstance create = new CreateInstance(next(), Sample.number(1), AfterSave.RELEASE);
            SaveOutcome first = node.run(id, create);
            work(node, id, later);

            requireSameOrUnknown(node, id, create, first);
            node.run(id, complete());
            requireSameOrUnknown(node, id, create, first);
        }
    }

    @Test
    void aLateRepeatOfACompletionDoesNotEndTheNextLife(Farm farm) {
        Node node = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            node.create(id, Sample.number(1));
            CompleteInstance complete = complete();
            SaveOutcome first = node.run(id, complete);
            work(node, id, later);

            requireSameOrUnknown(node, id, complete, first);
        }
    }

    /** The slot of the instance is asked before a collision is reported, and it may have forgotten the save. */
    @Test
    @DisplayName("L-05 a late repeat of a save is no collision after its key has moved on")
    void aLateRepeatOfASaveWhoseKeyHasMovedOnIsNeverACollision(Farm farm) {
        Node node = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            InstanceKey key = InstanceKey.random();
            SaveInstance save = save(Sample.withKeys(1, key), Expected.any());
            SaveOutcome first = node.run(id, save);
            node.run(id, save(Sample.numbered(2).keys(KeyChanges.releasing(key)).build(), Expected.any()));
            node.create(InstanceId.random(), Sample.withKeys(3, key));
            work(node, id, later);

            requireSameOrUnknown(node, id, save, first);
        }
    }

    /** What one process does leaves the memory of the commands of another one alone. */
    @Test
    void aRepeatIsAnsweredTheSameHoweverMuchOthersDidSince(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            SaveInstance save = SaveInstance.of(Sample.number(1), AfterSave.RELEASE);
            SaveOutcome first = node.run(id, save);
            work(other, id, later);
            InstanceSnapshot before = node.read(id);

            assertThat(node.run(id, save)).isEqualTo(first);
            assertThat(other.run(id, save)).isEqualTo(first);

            assertThat(node.read(id).revision()).isEqualTo(before.revision());
        }
    }

    /** To load or to touch once more does no harm. To save once more does. */
    @Test
    void aSaveWithAChosenIdIsNotForgottenForTouches(Farm farm) {
        Node node = farm.node();
        InstanceId id = InstanceId.random();
        Map<SaveInstance, SaveOutcome> saves = new LinkedHashMap<>();
        for (int i = 0; i < Slot.REMEMBERED_COMMANDS; i++) {
            SaveInstance save =
                    new SaveInstance(new CommandId(1, i), Sample.number(i), Expected.any(), AfterSave.RELEASE);
            saves.put(save, node.run(id, save));
        }
        for (int i = 0; i < Slot.REMEMBERED_COMMANDS; i++) {
            node.run(id, new TouchInstance(new CommandId(2, i), new IdleTtlChange.Keep()));
        }
        Revision before = node.read(id).revision();

        saves.forEach((save, first) -> assertThat(node.run(id, save)).isEqualTo(first));

        assertThat(node.read(id).revision()).isEqualTo(before);
    }

    /** No revision comes twice, so a command that expects the present one cannot have been carried out. */
    @Test
    void aCommandThatIsGivenLateForTheFirstTimeIsCarriedOutIfItExpectsThePresentRevision(Farm farm) {
        Node node = farm.node();
        for (int later : LATER) {
            InstanceId id = InstanceId.random();
            CommandId early = next();
            node.create(id, Sample.number(1));
            work(node, id, later);
            Revision present = node.read(id).revision();

            SaveOutcome outcome = node.run(
                    id, new SaveInstance(early, Sample.number(2), Expected.revision(present), AfterSave.RELEASE));

            assertThat(outcome.receiptOrThrow().revision().comesRightAfter(present))
                    .isTrue();
            assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
        }
    }

    private CommandId next() {
        return CommandId.inSequence(origin, sequence++);
    }

    private SaveInstance save(InstanceChanges<InstanceValue> changes, Expected expected) {
        return new SaveInstance(next(), changes, expected, AfterSave.RELEASE);
    }

    private CompleteInstance complete() {
        return new CompleteInstance(next(), InstanceChanges.none(), Expected.any(), null);
    }

    /** Saves, and loads that take the hold with the releases that give it back. */
    private void work(Node node, InstanceId id, int commands) {
        InstanceHandle held = null;
        for (int i = 0; i < commands; i++) {
            if (held != null) {
                node.run(held, new ReleaseInstance(next()));
                held = null;
            } else if (i % 4 == 1) {
                held = node.handle(id);
                node.run(held, new LoadInstance(next(), LoadMode.hold())).snapshotOrThrow();
            } else {
                node.run(id, new SaveInstance(next(), Sample.number(100 + i), Expected.any(), AfterSave.RELEASE))
                        .receiptOrThrow();
            }
        }
        if (held != null) {
            node.run(held, new ReleaseInstance(next()));
        }
    }

    private static void requireSameOrUnknown(
            Node node, InstanceId id, PersistenceCommand<SaveOutcome> repeated, SaveOutcome first) {
        Object before = seenBy(node, id);
        try {
            assertThat(node.run(id, repeated)).isEqualTo(first).isInstanceOf(SaveOutcome.Saved.class);
        } catch (OutcomeUnknownException unknown) {
            assertThat(unknown.canBeSettled()).isFalse();
            assertThat(unknown.instance()).contains(id);
        }
        assertThat(seenBy(node, id)).isEqualTo(before);
    }

    private static Object seenBy(Node node, InstanceId id) {
        return node.load(id, LoadMode.authoritative())
                .loaded()
                .<Object>map(it -> it.revision() + " with " + Sample.numberOf(it))
                .orElse("nothing");
    }

    @Test
    @DisplayName(
            "L-01 what was deleted or has expired is remembered after a sweep: a late repeat does not bring it back")
    void aLateRepeatDoesNotBringBackWhatWasDeletedOrHasExpired(Farm farm) {
        Node node = farm.node();
        Duration swept = StoreOptions.defaults().sweepPeriod().multipliedBy(3).plusSeconds(1);
        InstanceId deleted = InstanceId.random();
        InstanceId expired = InstanceId.random();
        CreateInstance first = new CreateInstance(new CommandId(1, 1), Sample.number(1), AfterSave.RELEASE);
        CreateInstance second = new CreateInstance(
                new CommandId(1, 2), Sample.numbered(2).idleTtl(swept).build(), AfterSave.RELEASE);
        SaveReceipt receipt = node.run(deleted, first).receiptOrThrow();
        SaveReceipt other = node.run(expired, second).receiptOrThrow();
        node.run(deleted, DeleteInstance.now());

        farm.advance(swept.multipliedBy(2));

        assertThat(node.run(deleted, first).saved()).contains(receipt);
        assertThat(node.run(expired, second).saved()).contains(other);
        assertThat(node.load(deleted, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(node.load(expired, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("L-02 an id that comes back after it has expired begins a later life, also if the clock was set back")
    void anIdThatComesBackBeginsALaterLife(Farm farm) {
        Node node = farm.node();
        Duration ttl = Duration.ofMinutes(1);
        InstanceId id = InstanceId.random();
        SaveReceipt former = node.create(id, Sample.numbered(1).idleTtl(ttl).build());
        farm.advance(ttl.multipliedBy(3));
        farm.time().jumpWallClock(Duration.ofHours(-1));

        SaveReceipt next = node.create(id, Sample.number(2));

        assertThat(next.revision().incarnation())
                .isGreaterThan(former.revision().incarnation());
        assertThat(node.run(id, SaveInstance.ifUnchanged(Sample.number(3), former.revision())))
                .isInstanceOf(SaveOutcome.Mismatch.class);
    }
}
