// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.NoteCodec;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What comes back is what was saved, and no mutable object is shared. */
public abstract class ValueContract {

    private final InstanceId id = InstanceId.random();

    @Test
    void simpleValuesComeBackAsTheyWere(Farm farm) {
        Node node = farm.node();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("cyrillic", "Съешь ещё этих мягких французских булок");
        values.put("emoji", "🍕 and \u0000 and \n");
        values.put("empty", "");
        values.put("looks like JSON", "{\"a\": [1, null]}");
        values.put("boolean", true);
        values.put("long", Long.MIN_VALUE);
        values.put("double", Double.NEGATIVE_INFINITY);
        values.put("decimal", new BigDecimal("1.10"));
        values.put("integer", BigInteger.TWO.pow(100));
        values.put("instant", Instant.parse("2026-02-03T04:05:06.789012345Z"));
        values.put("date", LocalDate.of(2024, 2, 29));
        values.put("uuid", new UUID(1, 2));
        values.put("uri", URI.create("urn:a:b"));
        values.put("имя", 'я');
        node.create(id, InstanceChanges.data(values));

        ValueBag data = farm.node().read(id).data();

        assertThat(data.names()).containsExactlyInAnyOrderElementsOf(values.keySet());
        values.forEach((name, value) ->
                assertThat((Object) data.get(name, value.getClass())).as(name).isEqualTo(value));
    }

    @Test
    void aNullIsAValueAndAMissingOneIsNot(Farm farm) {
        Node node = farm.node();
        Map<String, @Nullable Object> values = Collections.singletonMap("nothing", null);
        node.create(id, InstanceChanges.data(values));

        ValueBag data = node.read(id).data();

        assertThat(data.names()).containsExactly("nothing");
        assertThat(data.get("nothing", String.class)).isNull();
        assertThat(data.find("missing", String.class)).isEmpty();
        assertThatThrownBy(() -> data.get("missing", String.class)).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void anEmptyBagIsData(Farm farm) {
        Node node = farm.node();

        node.create(id, InstanceChanges.data(Map.of()));

        assertThat(node.read(id).data().names()).isEmpty();
    }

    @Test
    void aLargeValueComesBackWhole(Farm farm) {
        byte[] noise = new byte[4 * 1024 * 1024];
        new Random(42).nextBytes(noise);
        String text = "a line of text that packs well\n".repeat(140_000);
        Node node = farm.node();
        node.create(id, InstanceChanges.data(Map.of("noise", noise, "text", text)));

        InstanceSnapshot snapshot = farm.node().read(id);

        assertThat(snapshot.data().get("noise", byte[].class)).isEqualTo(noise);
        assertThat(snapshot.data().get("text", String.class)).isEqualTo(text);
    }

    @Test
    void aMutableObjectIsNotSharedWithTheStore(Farm farm) {
        Node node = withNotes(farm);
        NoteCodec.Note mine = new NoteCodec.Note("saved");
        byte[] bytes = {1, 2, 3};
        node.create(id, InstanceChanges.data(Map.of("note", mine, "bytes", bytes)));

        mine.rewrite("changed after the save");
        bytes[0] = 9;
        ValueBag first = node.read(id).data();
        NoteCodec.Note loaded = first.find("note", NoteCodec.Note.class).orElseThrow();
        assertThat(loaded).hasToString("saved").isNotSameAs(mine);
        loaded.rewrite("changed after the load");
        first.find("bytes", byte[].class).orElseThrow()[1] = 9;

        assertThat(first.get("note", NoteCodec.Note.class)).hasToString("saved");
        assertThat(node.read(id).data().get("note", NoteCodec.Note.class)).hasToString("saved");
        assertThat(node.read(id).data().get("bytes", byte[].class)).containsExactly(1, 2, 3);
    }

    @Test
    void aValueThatCannotBeStoredIsNamedAndNothingIsSent(Farm farm) {
        Node node = withNotes(farm);
        InstanceHandle handle = node.createHeld(id, Sample.number(1));
        node.faults().inject(Fault.DIE, 1);
        InstanceChanges<InstanceValue> unknownType = InstanceChanges.data(Map.of("good", 1, "bad", new Object()));
        InstanceChanges<InstanceValue> notPromotable = InstanceChanges.builder()
                .replaceData(Map.of("bad", InstanceValue.of(new byte[1]).with(Option.PROMOTED)))
                .build();

        for (InstanceChanges<InstanceValue> changes : List.of(unknownType, notPromotable)) {
            assertThatExceptionOfType(UnwritableValueException.class)
                    .isThrownBy(() -> node.save(handle, changes))
                    .satisfies(unwritable -> {
                        assertThat(unwritable.valueName()).isEqualTo("bad");
                        assertThat(unwritable.instance()).contains(id);
                        assertThat(unwritable.effect()).isEqualTo(Effect.NONE);
                    });
        }

        assertThat(node.faults().steps()).isZero();
        assertThat(handle.isValid()).isTrue();
        node.faults().open();
        assertThat(node.save(handle, Sample.number(2)).saved()).isPresent();
    }

    @Test
    void aValueThatIsTooLargeIsRefusedBeforeAnythingIsSent(Farm farm) {
        Node node = farm.node(
                OwnerDescription.anonymous(),
                options -> options.withValues(
                        ValueEncoding.builder().limitValuesTo(1000).build()));

        assertThatThrownBy(() -> node.create(id, InstanceChanges.data(Map.of("large", "x".repeat(1001)))))
                .isInstanceOf(UnwritableValueException.class)
                .hasMessageContaining("large");

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void valuesThatAreTooLargeTogetherAreRefusedBeforeAnythingIsSent(Farm farm) {
        Node node = farm.node(
                OwnerDescription.anonymous(),
                options -> options.withValues(
                        ValueEncoding.builder().limitValuesTo(1000).build()));
        Map<String, Object> small = Map.of("a", "x".repeat(900), "b", "x".repeat(900), "c", "x".repeat(900));

        assertThatThrownBy(() -> node.create(id, InstanceChanges.data(small)))
                .isInstanceOf(UnwritableValueException.class)
                .hasMessageContaining("together");

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void keysThatAreTooLargeTogetherAreRefusedBeforeAnythingIsSent(Farm farm) {
        Node node = farm.node(
                OwnerDescription.anonymous(),
                options -> options.withValues(
                        ValueEncoding.builder().limitValuesTo(1000).build()));
        Map<String, InstanceValue> large = Map.of("a", InstanceValue.of("x".repeat(900)));
        Map<InstanceKey, Map<String, InstanceValue>> keys = IntStream.range(0, 3)
                .boxed()
                .collect(Collectors.toMap(number -> InstanceKey.random(), number -> large));

        assertThatThrownBy(() -> node.load(id, new LoadMode.HoldOrCreate(null, keys)))
                .isInstanceOf(UnwritableValueException.class)
                .hasMessageContaining("together");

        assertThat(node.load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void aValueThatCannotBeReadIsNamedAndHarmsNoOtherInstance(Farm farm) {
        withNotes(farm).create(id, InstanceChanges.data(Map.of("note", new NoteCodec.Note("x"), "number", 7)));
        Node ignorant = farm.node();

        InstanceSnapshot snapshot = ignorant.load(id, LoadMode.hold()).snapshotOrThrow();

        assertThat(Sample.numberOf(snapshot)).isEqualTo(7);
        assertThatExceptionOfType(UnreadableValueException.class)
                .isThrownBy(() -> snapshot.data().get("note", NoteCodec.Note.class))
                .satisfies(unreadable -> {
                    assertThat(unreadable.valueName()).isEqualTo("note");
                    assertThat(unreadable.instance()).contains(id);
                    assertThat(unreadable.reason()).isEqualTo(ValueCodingException.Reason.UNKNOWN_CODEC);
                });
        ValueBag.Description description = snapshot.data().describe("note").orElseThrow();
        assertThat(description.codecId()).isEqualTo("note");
        assertThat(description.typeName()).isEqualTo(NoteCodec.Note.class.getName());
        assertThatThrownBy(() -> snapshot.data().get("number", String.class))
                .isInstanceOf(UnreadableValueException.class);
    }

    private static Node withNotes(Farm farm) {
        return farm.node(
                OwnerDescription.anonymous(), options -> options.withValues(ValueEncoding.with(new NoteCodec())));
    }
}
