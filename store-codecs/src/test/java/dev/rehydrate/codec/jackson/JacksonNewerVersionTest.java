// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** JSON that holds more than the classes of this release do. */
@DisplayName("JSON of a newer release")
final class JacksonNewerVersionTest {

    /** The size of something. */
    public enum Size {
        SMALL
    }

    /** A part of an order. */
    public record Item(String article) {}

    /** A state. */
    public record Order(String id, List<Item> items, Map<String, Item> byName, Size size, Map<Size, Integer> counts) {}

    /** Two forms. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Card.class, name = "card"))
    public interface Payment {}

    /** One of them. */
    public record Card(String number) implements Payment {}

    /** Has a property that is written and never read. */
    public record Bill(long net, long tax) {

        /** {@return the sum} */
        public long getTotal() {
            return net + tax;
        }
    }

    /** Keeps what it does not know. */
    public record Keeping(
            String id, @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {}

    /** Does not want what it does not know. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Dropping(String id) {}

    /** A class as Java had them before records. */
    public static final class Bean {
        private String name = "";

        /** {@return the name} */
        public String getName() {
            return name;
        }

        /** Sets the name. */
        public void setName(String name) {
            this.name = name;
        }
    }

    /** A price in whole numbers. */
    public record Price(int amount) {}

    private final JacksonCodec codec = JacksonCodec.builder().schemaVersion(2).build();

    private <T> T read(String json, Class<T> type, int writtenVersion) {
        return codec.decode(json.getBytes(StandardCharsets.UTF_8), type, writtenVersion);
    }

    private void assertNewer(String json, Class<?> type, String what) {
        assertThatThrownBy(() -> read(json, type, 2))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NEWER_VERSION))
                .hasMessageContaining(what);
    }

    @Test
    @DisplayName("is refused for an unknown property, at the top and within objects, lists and maps")
    void unknownProperties() {
        assertNewer("{\"id\":\"7\",\"more\":1}", Order.class, "the property 'more' of " + Order.class.getName());
        assertNewer(
                "{\"items\":[{\"article\":\"tea\"},{\"article\":\"a\",\"colour\":null}]}",
                Order.class,
                "the property 'colour' of " + Item.class.getName());
        assertNewer("{\"byName\":{\"a\":{\"colour\":\"red\"}}}", Order.class, "the property 'colour'");
        assertNewer(
                "{\"name\":\"a\",\"colour\":\"red\"}", Bean.class, "the property 'colour' of " + Bean.class.getName());
    }

    @Test
    @DisplayName("is refused for an unknown constant and an unknown subtype")
    void unknownConstantsAndSubtypes() {
        assertNewer("{\"size\":\"LARGE\"}", Order.class, "the constant 'LARGE' of " + Size.class.getName());
        assertNewer("{\"counts\":{\"LARGE\":1}}", Order.class, "the constant 'LARGE'");
        assertNewer("{\"size\":7}", Order.class, "the constant '7' of " + Size.class.getName());
        assertNewer("{\"@type\":\"cash\"}", Payment.class, "the subtype 'cash' of " + Payment.class.getName());
    }

    @Test
    @DisplayName("shows nothing of it in the message but a name fit for a log line")
    void namesAreSafe() {
        assertNewer("{\"a\\n\\u001bb\":\"secret\"}", Order.class, "the property 'a??b'");
        assertThatThrownBy(() -> read("{\"more\":\"secret\"}", Order.class, 2)).hasMessageNotContaining("secret");
    }

    @Test
    @DisplayName("of an older schema version is read without what has been removed since")
    void olderVersions() {
        assertThat(read("{\"id\":\"7\",\"gone\":{\"a\":[1]}}", Order.class, 1).id())
                .isEqualTo("7");
        assertThatThrownBy(() -> read("{\"size\":\"GONE\"}", Order.class, 1))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.OTHER_TYPE));
    }

    @Test
    @DisplayName("is not what the class itself writes, properties that are never read included")
    void ownProperties() {
        Bill bill = new Bill(100, 19);

        assertThat(codec.decode(codec.encode(bill), Bill.class, 2)).isEqualTo(bill);
        assertThat(new String(codec.encode(bill), StandardCharsets.UTF_8)).contains("\"total\":119");
    }

    @Test
    @DisplayName("is kept by a class with an any-setter, and dropped by one that says so")
    void toldToKeepOrToDrop() {
        Keeping kept = read("{\"id\":\"7\",\"colour\":{\"of\":[1,2]}}", Keeping.class, 2);

        assertThat(new String(codec.encode(new Keeping("8", kept.more())), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"8\",\"colour\":{\"of\":[1,2]}}");
        assertThat(read("{\"id\":\"7\",\"colour\":1}", Dropping.class, 2)).isEqualTo(new Dropping("7"));
    }

    @Test
    @DisplayName("is not read as something near it, whatever the mapper of the application was told")
    void nothingNearIt() {
        ObjectMapper lax = JsonMapper.builder()
                .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
                .enable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(DeserializationFeature.FAIL_ON_INVALID_SUBTYPE)
                .build();
        JacksonCodec laxCodec = JacksonCodec.builder().mapper(lax).build();

        for (Map.Entry<String, Class<?>> each : Map.<String, Class<?>>of(
                        "{\"size\":\"LARGE\"}", Order.class,
                        "{\"@type\":\"cash\"}", Payment.class,
                        "{\"amount\":3.7}", Price.class)
                .entrySet()) {
            byte[] json = each.getKey().getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> laxCodec.decode(json, each.getValue(), 1))
                    .isInstanceOf(ValueCodingException.class);
        }
    }

    @Test
    @DisplayName("is first shown to the handlers of the application's mapper")
    void handlersOfTheApplication() {
        Map<String, String> seen = new TreeMap<>();
        ObjectMapper renaming = new ObjectMapper();
        renaming.addHandler(new DeserializationProblemHandler() {
            @Override
            public boolean handleUnknownProperty(
                    DeserializationContext context,
                    JsonParser parser,
                    JsonDeserializer<?> deserializer,
                    Object beanOrClass,
                    String name)
                    throws IOException {
                return Optional.of(name).filter("colour"::equals).isPresent()
                        && seen.put(name, parser.getText()) == null;
            }
        });
        JacksonCodec renamed = JacksonCodec.builder().mapper(renaming).build();
        Map<String, String> json = new LinkedHashMap<>(Map.of("colour", "red"));
        json.put("name", "a");

        assertThat(renamed.decode(renamed.encode(json), Bean.class, 1).getName())
                .isEqualTo("a");
        assertThat(seen).containsEntry("colour", "red");
    }
}
