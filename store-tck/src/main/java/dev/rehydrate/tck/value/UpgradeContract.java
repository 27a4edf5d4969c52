// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.NoteCodec;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two releases of an application on one store: the older one drops and suspends nothing that the newer one has written. */
public abstract class UpgradeContract {

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

        farm.eventually(() -> assertLeftAlone(older));
        RunnableOutcome taken = newer.loadRunnable();
        assertThat(taken.loaded().map(UpgradeContract::noteOf)).contains("new");
    }

    @Test
    void soIsWhatACodecHasWrittenThatOnlyTheNewerReleaseHas(Farm farm) {
        Node newer = release(farm, 1);
        newer.create(id, note("new").dueAfter(Duration.ZERO).build());
        Node older = farm.node(TYPED);

        assertThat(older.loadRunnable().loaded()).isEmpty();

        farm.eventually(() -> assertLeftAlone(older));
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

        farm.eventually(() -> assertLeftAlone(older));
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
}
