// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static dev.rehydrate.recording.ChangeEvent.ADOPTED;
import static dev.rehydrate.recording.ChangeEvent.COMPLETED;
import static dev.rehydrate.recording.ChangeEvent.CREATED;
import static dev.rehydrate.recording.ChangeEvent.FAILED;
import static dev.rehydrate.recording.ChangeEvent.HELD;
import static dev.rehydrate.recording.ChangeEvent.RELEASED;
import static dev.rehydrate.recording.ChangeEvent.RESUMED;
import static dev.rehydrate.recording.ChangeEvent.SAVED;
import static dev.rehydrate.recording.ChangeEvent.SUSPENDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The flight recorder: which of its last changes an instance keeps. */
public abstract class RecordedChangesContract {

    private static final int FEW = 4;
    private static final int MANY = 32;

    private final InstanceId id = InstanceId.random();

    private static Node recording(Farm farm, int most) {
        return farm.node(OwnerDescription.ofType("documents"), options -> options.withRecordedChanges(most));
    }

    private static List<RecordedChange> changes(Farm farm, Node node, InstanceId instance) {
        return farm.await(node.store().inspection().changes(instance));
    }

    private List<Set<ChangeEvent>> events(Farm farm, Node node) {
        return changes(farm, node, id).stream().map(RecordedChange::events).toList();
    }

    @Test
    @DisplayName("FR-01 nothing is recorded unless the setting asks for it")
    void nothingIsRecordedUnlessAskedFor(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.number(1));
        node.save(id, Sample.number(2)).receiptOrThrow();

        assertThat(changes(farm, node, id)).isEmpty();
        assertThat(changes(farm, node, InstanceId.random())).isEmpty();
    }

    @Test
    @DisplayName("FR-02 an instance keeps as many changes as the setting says, in order, and the oldest go")
    void theOldestChangesGo(Farm farm) {
        Node node = recording(farm, FEW);
        node.create(id, Sample.number(1));
        for (int number = 2; number <= 3 * FEW; number++) {
            farm.advance(Duration.ofSeconds(1));
            node.save(id, Sample.number(number)).receiptOrThrow();
        }

        List<RecordedChange> changes = changes(farm, node, id);

        assertThat(changes)
                .extracting(RecordedChange::revision)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(2 * FEW + 1, 3 * FEW).boxed().toList());
        assertThat(changes).extracting(RecordedChange::at).isSorted().doesNotHaveDuplicates();
        assertThat(changes.get(FEW - 1).revision())
                .isEqualTo(node.read(id).revision().number());
    }

    @Test
    @DisplayName("FR-03 a change says when, who, by which command, what, and the revision after it")
    void aChangeSaysWhatHappened(Farm farm) {
        Node first = recording(farm, MANY);
        Node second = recording(farm, MANY);
        Instant began = farm.now();
        first.create(id, Sample.number(1));
        InstanceHandle held = first.hold(id);
        first.save(held, Sample.number(2)).receiptOrThrow();
        first.release(held);
        second.run(id, SuspendInstance.because("look"));
        second.run(id, ResumeInstance.now());

        List<RecordedChange> changes = changes(farm, second, id);

        assertThat(changes)
                .extracting(RecordedChange::events)
                .containsExactly(
                        Set.of(CREATED),
                        Set.of(HELD),
                        Set.of(SAVED),
                        Set.of(RELEASED),
                        Set.of(SUSPENDED),
                        Set.of(RESUMED));
        assertThat(changes)
                .extracting(RecordedChange::command)
                .containsExactly(
                        RecordedCommand.CREATE,
                        RecordedCommand.LOAD,
                        RecordedCommand.SAVE,
                        RecordedCommand.RELEASE,
                        RecordedCommand.SUSPEND,
                        RecordedCommand.RESUME);
        assertThat(changes).extracting(RecordedChange::revision).containsExactly(1L, 1L, 2L, 2L, 3L, 4L);
        assertThat(changes)
                .extracting(RecordedChange::owner)
                .containsExactly(
                        first.owner(), first.owner(), first.owner(), first.owner(), second.owner(), second.owner());
        assertThat(changes).allSatisfy(change -> assertThat(change.at()).isBetween(began.minusMillis(1), farm.now()));
    }

    @Test
    @DisplayName("FR-04 a change says how many bytes the values had after it")
    void aChangeSaysHowLargeTheInstanceIs(Farm farm) {
        Node node = recording(farm, MANY);
        node.create(id, text(10));
        node.save(id, text(1_010)).receiptOrThrow();
        node.run(id, SuspendInstance.because("look"));
        node.save(id, text(110)).receiptOrThrow();

        List<Long> bytes =
                changes(farm, node, id).stream().map(RecordedChange::bytes).toList();

        assertThat(bytes).hasSize(4);
        assertThat(bytes.get(1) - bytes.get(0)).isBetween(1_000L, 1_008L);
        assertThat(bytes.get(2)).isEqualTo(bytes.get(1));
        assertThat(bytes.get(3) - bytes.get(0)).isBetween(100L, 108L);
    }

    private static InstanceChanges<InstanceValue> text(int length) {
        return InstanceChanges.builder()
                .replaceData(Map.of("text", InstanceValue.of("x".repeat(length))))
                .build();
    }

    @Test
    @DisplayName("FR-05 a new life begins without the changes of the life before")
    void aNewLifeBeginsEmpty(Farm farm) {
        Node node = recording(farm, MANY);
        node.create(id, Sample.number(1));
        node.complete(id);
        assertThat(changes(farm, node, id)).isEmpty();

        node.create(id, Sample.number(2));

        assertThat(events(farm, node)).containsExactly(Set.of(CREATED));
    }

    @Test
    @DisplayName("FR-06 a command that is sent twice is recorded once")
    void aRepeatIsRecordedOnce(Farm farm) {
        Node node = recording(farm, MANY);
        node.create(id, Sample.number(1));
        SaveInstance save = new SaveInstance(CommandId.random(), Sample.number(2), Expected.any(), AfterSave.RELEASE);

        node.run(id, save).receiptOrThrow();
        node.run(id, save).receiptOrThrow();

        assertThat(events(farm, node)).containsExactly(Set.of(CREATED), Set.of(SAVED));
    }

    @Test
    @DisplayName("FR-07 what was recorded goes on under a store that would begin no recording")
    void aStoreWithoutTheSettingGoesOn(Farm farm) {
        Node node = recording(farm, MANY);
        Node tool = farm.node();
        node.create(id, Sample.number(1));
        InstanceHandle held = node.hold(id);
        tool.run(id, ForceRelease.now());
        held.close();
        tool.save(id, Sample.number(2)).receiptOrThrow();

        assertThat(events(farm, node)).containsExactly(Set.of(CREATED), Set.of(HELD), Set.of(RELEASED), Set.of(SAVED));
        assertThat(changes(farm, node, id).get(3).owner()).isEqualTo(tool.owner());
    }

    @Test
    @DisplayName("FR-08 what is taken over from an owner whose lease has expired is recorded as adopted")
    void aTakeOverIsRecorded(Farm farm) {
        Node node = recording(farm, MANY);
        Node other = recording(farm, MANY);
        node.createHeld(id, Sample.number(1));
        node.crash();
        farm.passLease();

        assertThat(other.loadRunnable().loaded()).isPresent();

        RecordedChange last = changes(farm, other, id).get(1);
        assertThat(last.events()).containsExactly(ADOPTED, HELD);
        assertThat(last.command()).isEqualTo(RecordedCommand.RUN);
        assertThat(last.owner()).isEqualTo(other.owner());
    }

    @Test
    @DisplayName("FR-09 a failure and the end of an instance that is kept are recorded")
    void failureAndEndAreRecorded(Farm farm) {
        Node node = recording(farm, MANY);
        node.create(id, Sample.number(1));
        node.save(
                        id,
                        InstanceChanges.<InstanceValue>none()
                                .withSuspension(new SuspensionChange.Suspend("a turn failed", "trace", true)))
                .receiptOrThrow();
        node.run(id, CompleteInstance.by(CompletionAction.KEEP)).receiptOrThrow();

        assertThat(events(farm, node))
                .containsExactly(Set.of(CREATED), Set.of(SAVED, SUSPENDED, FAILED), Set.of(SAVED, COMPLETED));
    }
}
