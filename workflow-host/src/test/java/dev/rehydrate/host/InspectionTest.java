// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.kryo.KryoCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyTextMismatchException;
import dev.rehydrate.host.control.InstanceInspector;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an administrator sees of an instance. */
final class InspectionTest {

    private static final InstanceId ID = Docs.home("42");

    private final Farm farm = new Farm();
    private final WorkflowHost host = farm.host("one", settings -> settings);
    private final InstanceControl control = host.control();

    /** A state that this host has the class of. */
    public static final class Account {
        private final String owner = "Zoë";
        private final List<Integer> amounts = List.of(1, 2);
        private final Instant opened = Instant.parse("2026-01-01T00:00:00Z");
        private final Duration notice = Duration.ofDays(2);

        String owner() {
            return owner + amounts + opened + notice;
        }
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void anInstanceIsShownWithKeysAndValuesByIdAndByKeyWithoutBeingTouched() {
        host.call(Docs.CREATE, edit("42", "a"));
        farm.happened();
        var before = farm.stored("42").snapshot().header();

        InspectedInstance shown = control.inspect(ID).orElseThrow();

        assertThat(shown.header()).isEqualTo(before);
        assertThat(shown.header().state()).isEqualTo(InstanceState.INITIALIZED);
        assertThat(shown.keys()).singleElement().satisfies(key -> {
            assertThat(key.key()).isEqualTo(Docs.key("42").key());
            assertThat(key.state()).isEqualTo(KeyState.ASSOCIATED);
            assertThat(key.text()).isEqualTo(Docs.key("42").text());
            assertThat(key.metadata().get(CorrelationKey.SCOPE).json()).hasToString("\"documents\"");
        });
        JsonNode state = shown.data().get("state").json();
        assertThat(state).hasToString("{\"id\":\"42\",\"edits\":[\"a\"]}");
        assertThat(shown.data().get("state").description().typeName()).contains("Doc");
        assertThat(control.inspect(Docs.key("42")).orElseThrow().header()).isEqualTo(before);
        assertThat(farm.stored("42").snapshot().header()).isEqualTo(before);
        assertThat(farm.happened()).isEmpty();
    }

    @Test
    void whatIsNotThereIsNotShown() {
        assertThat(control.inspect(ID)).isEmpty();
        assertThat(control.inspect(Docs.key("42"))).isEmpty();
    }

    @Test
    void aKeyThatWasMadeFromAnotherTextIsNotTheSame() {
        host.call(Docs.CREATE, edit("42", "a"));
        CorrelationKey right = Docs.key("42");
        CorrelationKey wrong =
                new CorrelationKey(right.key(), right.algorithm(), right.scope(), "another text", Set.of());

        assertThatExceptionOfType(KeyTextMismatchException.class).isThrownBy(() -> control.inspect(wrong));
    }

    @Test
    void simpleValuesAreShownPlainly() {
        UUID uuid = UUID.fromString("00000000-0000-0001-0000-000000000002");
        Map<String, InstanceValue> values = new HashMap<>();
        values.put("text", InstanceValue.of("a \"b\""));
        values.put("number", InstanceValue.of(42L));
        values.put("yes", InstanceValue.of(true));
        values.put("moment", InstanceValue.of(Instant.parse("2026-01-01T00:00:00Z")));
        values.put("uuid", InstanceValue.of(uuid));
        values.put("nothing", InstanceValue.of(null));
        save(farm.tool(), values);

        Map<String, InspectedValue> shown = control.inspect(ID).orElseThrow().data();

        assertThat(json(shown))
                .isEqualTo(Map.of(
                        "text", "\"a \\\"b\\\"\"",
                        "number", "42",
                        "yes", "true",
                        "moment", "\"2026-01-01T00:00:00Z\"",
                        "uuid", "\"" + uuid + "\"",
                        "nothing", "null"));
    }

    private static Map<String, String> json(Map<String, InspectedValue> values) {
        Map<String, String> texts = new HashMap<>();
        values.forEach((name, value) -> texts.put(name, String.valueOf(value.json())));
        return texts;
    }

    @Test
    void anObjectIsShownByItsFields() {
        assertThat(shown(new Account()).json())
                .hasToString("{\"owner\":\"Zoë\",\"amounts\":[1,2],"
                        + "\"opened\":\"2026-01-01T00:00:00Z\",\"notice\":\"PT48H\"}");
    }

    @Test
    void aValueThatCannotBeReadHereIsDescribedAndTheOthersAreShown() {
        Map<String, InstanceValue> values =
                Map.of("readable", InstanceValue.of("a"), "object", InstanceValue.of(Map.of("secret", "swordfish")));
        save(farm.tool(), values);
        StoreOptions simple = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(ValueEncoding.with(
                        KryoCodec.builder().register(1, Docs.Doc.class).build()));
        try (InstanceStore store = MemoryInstanceStore.open(farm.data, simple)) {
            WorkflowHost other = farm.host("simple", store, settings -> settings);

            InspectedInstance shown = other.control().inspect(ID).orElseThrow();

            assertThat(shown.data().get("readable").json()).hasToString("\"a\"");
            assertThat(shown.data().get("object")).satisfies(value -> {
                assertThat(value.json()).isNull();
                assertThat(value.problem()).contains("json").contains("not configured");
                assertThat(value.description().codecId()).isEqualTo("json");
                assertThat(value.description().typeName()).contains("Map");
                assertThat(value.description().storedBytes()).isPositive();
            });
        }
        InspectedInstance readable = control.inspect(ID).orElseThrow();
        assertThat(readable.data().get("object").json()).hasToString("{\"secret\":\"swordfish\"}");
        assertThat(readable.toString()).doesNotContain("swordfish").contains("object");
    }

    @Test
    void aValueThatIsNoTreeIsDescribedAndTheOthersAreShown() {
        Object[] cycle = new Object[1];
        cycle[0] = cycle;

        InspectedValue shown = shown(cycle);

        assertThat(shown.json()).isNull();
        assertThat(shown.problem()).isNotBlank();
        assertThat(shown.description()).isNotNull();
    }

    /** What is shown of a value that a codec has read. */
    private InspectedValue shown(Object value) {
        host.call(Docs.CREATE, edit("42", "a"));
        InstanceSnapshot stored = farm.stored("42").snapshot();
        ValueBag bag = new OneValue(value);
        InstanceSnapshot snapshot = new InstanceSnapshot(stored.header(), Map.of(), bag, bag, false);
        return InstanceInspector.of(snapshot).data().get("it");
    }

    private record OneValue(Object value) implements ValueBag {
        @Override
        public Set<String> names() {
            return Set.of("it");
        }

        @Override
        public <T> T get(String name, Class<T> type) {
            return type.cast(value);
        }

        @Override
        public Optional<Description> describe(String name) {
            return Optional.of(new Description("test", 1, value.getClass().getName(), 1));
        }
    }

    private static void save(Farm.Tool tool, Map<String, InstanceValue> values) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(values)
                .metadata(ValueDelta.none())
                .build();
        tool.ask(ID, SaveInstance.of(changes, AfterSave.RELEASE)).receiptOrThrow();
    }
}
