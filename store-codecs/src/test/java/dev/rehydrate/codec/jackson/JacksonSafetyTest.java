// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.check.Hostile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonSafetyTest {

    static final List<String> EVENTS = new ArrayList<>();

    /** Touched by nothing but its name in JSON. */
    static final class Gadget {
        static {
            EVENTS.add("initialised");
        }

        Gadget() {
            EVENTS.add("instantiated");
        }
    }

    record ByClass(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object content) {}

    record ByMinimalClass(
            @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
            Object content) {}

    record InList(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) List<Object> content) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS, property = "@class")
    record Root(int x) {}

    record Classes(Class<?> content) {}

    record ClassKeys(Map<Class<?>, String> content) {}

    record Anything(Object content) {}

    record Line(String product, int count) {}

    private static final String GADGET = "dev.rehydrate.codec.jackson.JacksonSafetyTest$Gadget";

    private final JacksonCodec codec = JacksonCodec.builder().build();

    private <T> T read(String json, Class<T> type) {
        return codec.decode(json.getBytes(StandardCharsets.UTF_8), type, 1);
    }

    @BeforeEach
    void forgetEvents() {
        EVENTS.clear();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {ByClass.class, ByMinimalClass.class, InList.class, Root.class, Classes.class, ClassKeys.class})
    void noClassNameInJsonBecomesAClass(Class<?> type) {
        List<String> attempts = List.of(
                "{\"content\":{\"@class\":\"" + GADGET + "\"}}",
                "{\"content\":{\"@c\":\"" + GADGET + "\"}}",
                "{\"content\":[{\"@class\":\"" + GADGET + "\"}]}",
                "{\"content\":[\"" + GADGET + "\",{}]}",
                "{\"content\":\"" + GADGET + "\"}",
                "{\"content\":{\"" + GADGET + "\":\"x\"}}",
                "{\"@class\":\"" + GADGET + "\"}");

        long refused = attempts.stream()
                .filter(json ->
                        Hostile.isRefused(json.getBytes(StandardCharsets.UTF_8), bytes -> codec.decode(bytes, type, 1)))
                .count();

        assertThat(refused).isGreaterThanOrEqualTo(attempts.size() - 1);
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void aClassNameWhereAnythingIsExpectedIsOnlyText() {
        Anything read = read("{\"content\":{\"@class\":\"" + GADGET + "\"}}", Anything.class);

        assertThat(read.content()).isEqualTo(Map.of("@class", GADGET));
        assertThat(EVENTS).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("valuesWithClassNames")
    void valuesWhoseClassNameWouldBeStoredAreNotWritten(Object value) {
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageMatching("(?s).*(by class name|a class cannot be a value).*");
    }

    static Stream<Object> valuesWithClassNames() {
        return Stream.of(
                new ByClass(1),
                new ByMinimalClass(List.of()),
                new InList(List.of(1)),
                new Root(1),
                new Classes(String.class),
                new ClassKeys(Map.of(String.class, "")));
    }

    @ParameterizedTest
    @MethodSource("mappersWithDefaultTyping")
    void defaultTypingIsRefused(ObjectMapper mapper) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonCodec.builder().mapper(mapper))
                .withMessageContaining("default typing");
    }

    @SuppressWarnings("deprecation")
    static Stream<ObjectMapper> mappersWithDefaultTyping() {
        BasicPolymorphicTypeValidator narrow = BasicPolymorphicTypeValidator.builder()
                .allowIfBaseType(Line.class)
                .build();
        return Stream.of(
                new ObjectMapper().activateDefaultTyping(LaissezFaireSubTypeValidator.instance),
                new ObjectMapper().activateDefaultTyping(narrow, ObjectMapper.DefaultTyping.EVERYTHING),
                new ObjectMapper().activateDefaultTypingAsProperty(narrow, ObjectMapper.DefaultTyping.NON_FINAL, "t"),
                new ObjectMapper().enableDefaultTyping());
    }

    @Test
    void aMapperOfTheApplicationKeepsItsSettingsButForTheUnsafeOnes() {
        ObjectMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .polymorphicTypeValidator(LaissezFaireSubTypeValidator.instance)
                .addMixIn(Line.class, ByClassMixIn.class)
                .build();
        JacksonCodec own =
                JacksonCodec.builder().mapper(mapper).schemaVersion(3).build();
        record Named(String longName) {}

        assertThat(new String(own.encode(new Named("x")), StandardCharsets.UTF_8))
                .isEqualTo("{\"long_name\":\"x\"}");
        assertThat(own.decode("{\"gone\":1}".getBytes(StandardCharsets.UTF_8), Named.class, 1))
                .isEqualTo(new Named(null));
        assertThatThrownBy(() -> own.encode(new Line("x", 1))).hasMessageContaining("by class name");
        assertThat(own.schemaVersion()).isEqualTo(3);
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface ByClassMixIn {}

    @Test
    void laterChangesOfTheMapperHaveNoEffect() {
        ObjectMapper mapper = new ObjectMapper();
        JacksonCodec own = JacksonCodec.builder().mapper(mapper).build();

        mapper.activateDefaultTyping(LaissezFaireSubTypeValidator.instance, ObjectMapper.DefaultTyping.NON_FINAL);
        mapper.setPolymorphicTypeValidator(LaissezFaireSubTypeValidator.instance);

        assertThat(new String(own.encode(new Line("x", 1)), StandardCharsets.UTF_8))
                .isEqualTo("{\"product\":\"x\",\"count\":1}");
        byte[] named = ("{\"content\":[\"" + GADGET + "\",{}]}").getBytes(StandardCharsets.UTF_8);
        assertThat(own.decode(named, Anything.class, 1).content()).isInstanceOf(List.class);
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void theMapperThatWasGivenIsNotChanged() {
        ObjectMapper mapper = new ObjectMapper();

        JacksonCodec.builder().mapper(mapper);

        assertThat(mapper.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES))
                .isTrue();
        assertThat(mapper.getFactory().streamReadConstraints().getMaxNestingDepth())
                .isEqualTo(1000);
    }

    static final class NotCopied extends ObjectMapper {
        private static final long serialVersionUID = 1;
    }

    static final class Binary extends JsonFactory {
        private static final long serialVersionUID = 1;

        @Override
        public String getFormatName() {
            return "Binary";
        }
    }

    @Test
    void mappersThatCannotBeHeldToTheRulesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonCodec.builder().mapper(new NotCopied()))
                .withMessageContaining("copied");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonCodec.builder().mapper(new ObjectMapper(new Binary())))
                .withMessageContaining("Binary");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JacksonCodec.builder().schemaVersion(0));
    }
}
