// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.CommitInstance;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotOperation;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Two releases of an application on one store: the older one drops and suspends nothing that the newer one has written. */
abstract class UpgradeContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("notes");
    private static final Duration SKIPPED = Duration.ofSeconds(30);

    private final InstanceId id = InstanceId.random();

    private static Node release(Farm farm, int version) {
        return farm.node(TYPED, options -> options.withValues(ValueEncoding.with(new NoteCodec(version))));
    }

    private static InstanceChanges.Builder note(String text) {
        return InstanceChanges.builder().replaceData(Map.of("note", InstanceValue.of(new NoteCodec.Note(text))));
    }

    private static String noteOf(InstanceSnapshot snapshot) {
        return String.valueOf(snapshot.data().get("note", NoteCodec.Note.class));
    }

    private void assertLeftAlone(Node node) {
        InstanceHeader header =
                node.load(id, LoadMode.authoritative()).snapshotOrThrow().header();
        assertThat(header.suspension()).isNull();
        assertThat(header.holder()).isNull();
    }

    @Test
    void whatANewerReleaseHasWrittenAndIsDueIsLeftToItAndHoldsUpNoOther(Farm farm) {
        Node newer = release(farm, 2);
        newer.create(id, note("new").dueAfter(Duration.ZERO).build());
        Node older = release(farm, 1);
        InstanceId readable = InstanceId.random();
        older.create(readable, note("old").dueAfter(Duration.ZERO).build());

        assertThat(older.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(readable);
        assertThat(older.loadRunnable().loaded()).isEmpty();

        assertLeftAlone(older);
        RunnableOutcome taken = newer.loadRunnable();
        assertThat(taken.loaded().map(UpgradeContract::noteOf)).contains("new");
    }

    @Test
    void soIsWhatACodecHasWrittenThatOnlyTheNewerReleaseHas(Farm farm) {
        Node newer = release(farm, 1);
        newer.create(id, note("new").dueAfter(Duration.ZERO).build());
        Node older = farm.node(TYPED);

        assertThat(older.loadRunnable().loaded()).isEmpty();

        assertLeftAlone(older);
        assertThat(newer.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(id);
    }

    @Test
    void whatAnExpiredOwnerOfTheNewerReleaseHeldIsLeftToIt(Farm farm) {
        Node dying = release(farm, 2);
        dying.createHeld(id, note("new").dueAfter(Duration.ZERO).build());
        Node older = release(farm, 1);
        dying.crash();
        farm.passLease();

        assertThat(older.loadRunnable().loaded()).isEmpty();

        assertLeftAlone(older);
        assertThat(release(farm, 2).loadRunnable().loaded().map(UpgradeContract::noteOf))
                .contains("new");
    }

    @Test
    void whatAHostLeavesToOthersIsNotOfferedToItForAWhile(Farm farm) {
        Node one = farm.node(TYPED);
        Node other = farm.node(TYPED);
        one.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        InstanceHandle handle = one.handle();
        assertThat(one.run(handle, LoadRunnable.now()).loaded()).isPresent();

        handle.leaveToOthers();
        handle.close();
        farm.eventually(() -> assertLeftAlone(one));

        assertThat(one.loadRunnable().loaded()).isEmpty();
        farm.advance(SKIPPED);
        assertThat(one.loadRunnable().loaded()).isPresent();
        assertThat(other.loadRunnable().loaded()).isEmpty();
    }

    @Test
    void aSaveOfTheOlderReleaseLeavesValuesThatItDoesNotKnowAsTheyAre(Farm farm) {
        Node newer = release(farm, 2);
        newer.create(id, InstanceChanges.data(Map.of("note", new NoteCodec.Note("new"), "number", 1)));
        Node older = release(farm, 1);

        older.save(
                        id,
                        InstanceChanges.builder()
                                .changeData(ValueDelta.putting(Map.of("number", InstanceValue.of(2))))
                                .build())
                .receiptOrThrow();

        InstanceSnapshot seen = older.read(id);
        assertThatThrownBy(() -> noteOf(seen))
                .isInstanceOfSatisfying(
                        UnreadableValueException.class,
                        unreadable -> assertThat(unreadable.isOfNewerVersion()).isTrue());
        assertThat(Sample.numberOf(newer.read(id))).isEqualTo(2);
        assertThat(noteOf(newer.read(id))).isEqualTo("new");
    }

    @Test
    void whatIsDamagedIsPutAsideWhenItWantsToRunAndHoldsUpNoOther(Farm farm) {
        farm.node(
                        TYPED,
                        options -> options.withValues(ValueEncoding.with(new NoteCodec()))
                                .withDecorator(engine -> options.decorator().apply(new Damaging(engine))))
                .create(id, note("x").dueAfter(Duration.ZERO).build());
        Node node = release(farm, 1);
        InstanceId readable = InstanceId.random();
        node.create(readable, note("y").dueAfter(Duration.ZERO).build());

        RunnableOutcome first = node.loadRunnable();
        RunnableOutcome second = node.loadRunnable();

        assertThat(first.loaded().map(InstanceSnapshot::id)).contains(readable);
        assertThat(second.loaded()).isEmpty();
        InstanceSnapshot aside = node.load(id, LoadMode.peek()).snapshotOrThrow();
        assertThat(aside.header().suspension())
                .isNotNull()
                .satisfies(suspension -> assertThat(suspension.reason()).contains("note"));
        assertThat(aside.header().holder()).isNull();
        assertThat(node.run(id, ResumeInstance.now())).isEqualTo(ControlOutcome.DONE);
    }

    /** Flips a bit of each value that is saved. */
    private static final class Damaging extends ForwardingEngine {

        Damaging(StorageEngine engine) {
            super(engine);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return operation instanceof CommitInstance commit
                    ? super.apply(at, (SlotOperation<A>) damaged(commit))
                    : super.apply(at, operation);
        }

        private static CommitInstance damaged(CommitInstance commit) {
            return new CommitInstance(
                    commit.id(),
                    commit.caller(),
                    commit.proof(),
                    commit.expected(),
                    commit.changes().map(Damaging::damaged),
                    commit.after(),
                    commit.claimedUnder());
        }

        private static Map<String, StoredValue> damaged(Map<String, StoredValue> values) {
            Map<String, StoredValue> damaged = new HashMap<>();
            values.forEach((name, value) -> {
                byte[] bytes = value.encoded().toBytes();
                bytes[bytes.length - 1] ^= 1;
                damaged.put(name, new StoredValue(EncodedValue.fromBytes(bytes), Set.of(), null));
            });
            return damaged;
        }
    }
}
