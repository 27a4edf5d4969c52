// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.NoteCodec;
import dev.rehydrate.tck.farm.Promoted;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Saves that name only what changes. */
public abstract class DeltaContract {

    private final InstanceId id = InstanceId.random();

    @Test
    void whatADeltaDoesNotNameStays(Farm farm) {
        Node node = farm.node();
        node.create(id, InstanceChanges.data(Map.of("stays", 1, "changes", 2, "goes", 3)));

        node.save(id, delta(Map.of("changes", InstanceValue.of(20), "comes", InstanceValue.of(40)), "goes", "unknown"))
                .receiptOrThrow();

        InstanceSnapshot snapshot = node.read(id);
        assertThat(snapshot.data().names()).containsExactlyInAnyOrder("stays", "changes", "comes");
        assertThat(snapshot.data().get("stays", Integer.class)).isEqualTo(1);
        assertThat(snapshot.data().get("changes", Integer.class)).isEqualTo(20);
        assertThat(snapshot.data().get("comes", Integer.class)).isEqualTo(40);
    }

    @Test
    void aDeltaOfNothingYetMakesTheInstanceInitialized(Farm farm) {
        Node node = farm.node();

        node.create(id, delta(Map.of("first", InstanceValue.of(1))));

        assertThat(node.read(id).state()).isEqualTo(InstanceState.INITIALIZED);
        assertThat(node.read(id).data().names()).containsExactly("first");
    }

    @Test
    void aDeltaLeavesTheDueTime(Farm farm) {
        Node node = farm.node();
        node.create(id, Sample.numbered(1).dueAfter(Duration.ofHours(1)).build());

        node.save(id, delta(Map.of("more", InstanceValue.of(2)))).receiptOrThrow();

        assertThat(node.read(id).header().dueAt()).isEqualTo(farm.now().plus(Duration.ofHours(1)));
    }

    @Test
    void aDeltaPromotesAndStopsPromoting(Farm farm) {
        Node node = farm.node();
        node.create(id, delta(Map.of("a", InstanceValue.of(1).with(Option.PROMOTED), "b", promoted("x"))));

        node.save(id, delta(Map.of("a", InstanceValue.of(2)), "b")).receiptOrThrow();
        assertThat(Promoted.valueOf(node, id, "a")).isNull();
        assertThat(Promoted.valueOf(node, id, "b")).isNull();

        node.save(id, delta(Map.of("b", promoted("y")))).receiptOrThrow();
        assertThat(Promoted.valueOf(node, id, "b")).hasToString("y");
    }

    @Test
    void aStaleDeltaIsAMismatchAndChangesNothing(Farm farm) {
        Node node = farm.node();
        Revision first = node.create(id, Sample.number(1)).revision();
        node.save(id, delta(Map.of("number", InstanceValue.of(2)))).receiptOrThrow();

        SaveOutcome stale = node.run(id, SaveInstance.ifUnchanged(delta(Map.of(), "number"), first));

        assertThat(stale).isInstanceOf(SaveOutcome.Mismatch.class);
        assertThat(Sample.numberOf(node.read(id))).isEqualTo(2);
    }

    @Test
    void aDeltaKeepsValuesThatItsWriterCannotRead(Farm farm) {
        Node knowing = farm.node(
                OwnerDescription.anonymous(), options -> options.withValues(ValueEncoding.with(new NoteCodec())));
        Node ignorant = farm.node();
        knowing.create(id, InstanceChanges.data(Map.of("note", new NoteCodec.Note("привет"))));

        ignorant.save(id, delta(Map.of("number", InstanceValue.of(1)))).receiptOrThrow();

        InstanceSnapshot seen = ignorant.read(id);
        assertThat(seen.data().names()).containsExactlyInAnyOrder("note", "number");
        assertThatThrownBy(() -> seen.data().get("note", NoteCodec.Note.class))
                .isInstanceOf(UnreadableValueException.class);
        assertThat(Sample.numberOf(seen)).isEqualTo(1);
        NoteCodec.Note note = knowing.read(id).data().get("note", NoteCodec.Note.class);
        assertThat(note).hasToString("привет");
    }

    private static InstanceValue promoted(String text) {
        return InstanceValue.of(text).with(Option.PROMOTED);
    }

    private static InstanceChanges<InstanceValue> delta(Map<String, InstanceValue> put, String... remove) {
        return InstanceChanges.builder()
                .changeData(new ValueDelta<>(put, Set.of(remove)))
                .build();
    }

    @Test
    @DisplayName("U-08 a delta without values makes an instance that has its data")
    void anEmptyDeltaMakesTheInstanceInitialized(Farm farm) {
        Node node = farm.node();

        node.create(id, delta(Map.of()));

        assertThat(node.read(id).state()).isEqualTo(InstanceState.INITIALIZED);
        assertThat(node.read(id).data().names()).isEmpty();
    }
}
