// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import org.junit.jupiter.api.Test;

/** Writing without hold, only if nothing has changed since: optimistic saves. */
public abstract class ETagContract {

    private final InstanceId id = InstanceId.random();

    @Test
    void aRevisionCanBeSpentOnce(Farm farm) {
        Node node = farm.node();
        Revision first = node.create(id, Sample.number(1)).revision();

        Revision second = saveIf(node, first, 2).saved().orElseThrow().revision();
        SaveOutcome again = saveIf(node, first, 3);

        assertThat(second).isGreaterThan(first);
        assertThat(again).isEqualTo(new SaveOutcome.Mismatch(id, second));
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
        assertThat(node.read(id).revision()).isEqualTo(second);
    }

    @Test
    void theFirstSaveCanExpectThatNothingIsThere(Farm farm) {
        Node node = farm.node();
        SaveInstance first =
                new SaveInstance(CommandId.random(), Sample.number(1), Expected.absent(), AfterSave.RELEASE);
        SaveInstance second =
                new SaveInstance(CommandId.random(), Sample.number(2), Expected.absent(), AfterSave.RELEASE);

        Revision created = node.run(id, first).receiptOrThrow().revision();

        assertThat(node.run(id, second)).isEqualTo(new SaveOutcome.Mismatch(id, created));
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(1);
    }

    @Test
    void aSaveThatExpectsAnInstanceCreatesNone(Farm farm) {
        Node node = farm.node();
        SaveInstance early = SaveInstance.expecting(Sample.number(1), Expected.present());

        assertThat(node.run(id, early)).isEqualTo(new SaveOutcome.Mismatch(id, null));
        assertThat(node.run(id, CompleteInstance.expecting(Expected.present())))
                .isEqualTo(new SaveOutcome.Mismatch(id, null));
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);

        node.create(id, Sample.number(2));
        node.run(id, SaveInstance.expecting(Sample.number(3), Expected.present()))
                .receiptOrThrow();
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
        node.run(id, CompleteInstance.expecting(Expected.present())).receiptOrThrow();
    }

    @Test
    void aSaveCanExpectABareNumber(Farm farm) {
        Node node = farm.node();
        Revision first = node.create(id, Sample.number(1)).revision();
        Revision second = node.save(id, Sample.number(2)).receiptOrThrow().revision();

        assertThat(node.run(id, SaveInstance.expecting(Sample.number(3), Expected.numbered(first.number()))))
                .isEqualTo(new SaveOutcome.Mismatch(id, second));
        node.run(id, SaveInstance.expecting(Sample.number(4), Expected.numbered(second.number())))
                .receiptOrThrow();

        assertThat(Sample.numberOf(node.read(id))).isEqualTo(4);
        assertThat(node.run(InstanceId.random(), SaveInstance.expecting(Sample.number(5), Expected.numbered(1))))
                .isInstanceOf(SaveOutcome.Mismatch.class);
    }

    @Test
    void everySaveChangesTheRevisionEvenIfItSavesTheSame(Farm farm) {
        Node node = farm.node();
        Revision last = node.create(id, Sample.number(1)).revision();

        for (int i = 0; i < 5; i++) {
            Revision next = node.save(id, Sample.number(1)).receiptOrThrow().revision();
            assertThat(next).isGreaterThan(last);
            last = next;
        }

        Revision unchanged =
                node.save(id, InstanceChanges.none()).receiptOrThrow().revision();
        assertThat(unchanged).isGreaterThan(last);
    }

    @Test
    void takingAndGivingBackTheHoldChangesNoRevision(Farm farm) {
        Node node = farm.node();
        Revision created = node.create(id, Sample.number(1)).revision();

        InstanceHandle handle = node.hold(id);
        assertThat(node.read(id).revision()).isEqualTo(created);
        node.release(handle);

        assertThat(node.read(id).revision()).isEqualTo(created);
        assertThat(saveIf(node, created, 2).saved()).isPresent();
    }

    @Test
    void theTextFormIsTheRevision(Farm farm) {
        Node node = farm.node();
        Revision created = node.create(id, Sample.number(1)).revision();

        assertThat(Revision.parse(created.toString())).isEqualTo(created);
        assertThat(saveIf(node, Revision.parse(created.toString()), 2).saved()).isPresent();
    }

    /** Such as the two sides of a split can make: each has carried out a first save after the last common one. */
    @Test
    void aRevisionWithTheSameNumberThatAnotherCommandMadeIsAMismatch(Farm farm) {
        Node node = farm.node();
        Revision made = node.create(id, Sample.number(1)).revision();
        Revision elsewhere = new Revision(
                made.incarnation(), made.number(), CommandId.random().check());

        assertThat(elsewhere.toString()).isNotEqualTo(made.toString());
        assertThat(saveIf(node, elsewhere, 2)).isEqualTo(new SaveOutcome.Mismatch(id, made));
        assertThat(node.run(id, CompleteInstance.ifUnchanged(elsewhere))).isEqualTo(new SaveOutcome.Mismatch(id, made));
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(1);
    }

    /** A client may have kept an ETag from before check bits were in it: it is understood, and refused. */
    @Test
    void anETagThatDoesNotSayWhichCommandMadeItIsAMismatch(Farm farm) {
        Node node = farm.node();
        Revision made = node.create(id, Sample.number(1)).revision();
        String text = made.toString();
        Revision old = Revision.parse(text.substring(0, text.lastIndexOf('-')));

        assertThat(old).isEqualTo(new Revision(made.incarnation(), made.number()));
        assertThat(saveIf(node, old, 2)).isEqualTo(new SaveOutcome.Mismatch(id, made));
    }

    @Test
    void aRevisionOfAnUnknownInstanceIsAMismatchAndCreatesNothing(Farm farm) {
        Node node = farm.node();
        Revision somewhere = node.create(InstanceId.random(), Sample.number(1)).revision();

        assertThat(saveIf(node, somewhere, 2)).isEqualTo(new SaveOutcome.Mismatch(id, null));
        assertThat(node.run(id, CompleteInstance.ifUnchanged(somewhere))).isEqualTo(new SaveOutcome.Mismatch(id, null));

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aRevisionOfAnEarlierLifeIsAMismatch(Farm farm) {
        Node node = farm.node();
        Revision first = node.create(id, Sample.number(1)).revision();
        node.run(id, DeleteInstance.now());
        assertThat(saveIf(node, first, 2)).isEqualTo(new SaveOutcome.Mismatch(id, null));

        Revision second = node.create(id, Sample.number(3)).revision();

        assertThat(saveIf(node, first, 4)).isEqualTo(new SaveOutcome.Mismatch(id, second));
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(3);
    }

    @Test
    void aMismatchTakesNoKeys(Farm farm) {
        Node node = farm.node();
        InstanceKey key = InstanceKey.random();
        Revision first = node.create(id, Sample.number(1)).revision();
        node.save(id, Sample.number(2)).receiptOrThrow();

        assertThat(node.run(id, SaveInstance.ifUnchanged(Sample.withKeys(3, key), first)))
                .isInstanceOf(SaveOutcome.Mismatch.class);

        assertThat(node.load(key, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
        node.create(InstanceId.random(), Sample.withKeys(4, key));
    }

    @Test
    void completionCanExpectARevisionToo(Farm farm) {
        Node node = farm.node();
        Revision first = node.create(id, Sample.number(1)).revision();
        Revision second = node.save(id, Sample.number(2)).receiptOrThrow().revision();

        assertThat(node.run(id, CompleteInstance.ifUnchanged(first))).isEqualTo(new SaveOutcome.Mismatch(id, second));
        assertThat(node.read(id).revision()).isEqualTo(second);

        assertThat(node.run(id, CompleteInstance.ifUnchanged(second)).saved()).isPresent();
        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void whoHasSeenThePresentStateStillHasToWaitForTheHolder(Farm farm) {
        Node holder = farm.node();
        Node other = farm.node();
        holder.createHeld(id, Sample.number(1));
        Revision seen = other.read(id).revision();

        assertThat(saveIf(other, seen, 2)).isInstanceOf(SaveOutcome.Held.class);

        assertThat(Sample.numberOf(other.read(id))).isEqualTo(1);
    }

    @Test
    void aHolderCanExpectARevisionToo(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.createHeld(id, Sample.number(1));
        Revision first = node.read(id).revision();
        Revision second = node.save(handle, Sample.number(2)).receiptOrThrow().revision();

        SaveInstance stale =
                new SaveInstance(CommandId.random(), Sample.number(3), Expected.revision(first), AfterSave.KEEP);

        assertThat(node.run(handle, stale)).isEqualTo(new SaveOutcome.Mismatch(id, second));
        assertThat(handle.isValid()).isTrue();
        assertThat(node.run(handle, LoadInstance.of(LoadMode.hold())).loaded()).isPresent();
    }

    private SaveOutcome saveIf(Node node, Revision seen, int number) {
        return node.run(id, SaveInstance.ifUnchanged(Sample.number(number), seen));
    }
}
