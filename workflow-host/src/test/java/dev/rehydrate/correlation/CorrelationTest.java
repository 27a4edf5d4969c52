// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.instance.InstanceId;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CorrelationTest {

    private record Order(String customer, String number) {}

    private static final ContentCorrelation<Order> BY_ORDER = Correlation.<Order>content("orders")
            .part("CustomerId", Order::customer)
            .part("OrderId", Order::number);

    private static final JsonCorrelation BY_ID = Correlation.json("documents").pointer("DocumentId", "/document/id");

    @Test
    void contentBecomesAKeyWithItsText() {
        CorrelationKey key = BY_ORDER.keyOf(new Order("A-17", "1001"));

        assertThat(key.text()).isEqualTo("rehydrate-key/1,6:orders,10:CustomerId,4:A-17,7:OrderId,4:1001,");
        assertThat(BY_ORDER.destinationOf(new Order("A-17", "1001"))).isEqualTo(new Destination.ByKey(key));
        assertThat(key.metadata().keySet()).containsExactlyInAnyOrder("KeyText", "KeyScope", "KeyAlgorithm");
    }

    @Test
    void oneOfSeveralPartsIsEnough() {
        assertThat(BY_ORDER.keyOf(new Order("A-17", null)).partNames()).containsExactly("CustomerId");
    }

    @Test
    void messageWithoutAnyPartIsRefusedNamingTheParts() {
        assertThatExceptionOfType(MissingKeyPartsException.class)
                .isThrownBy(() -> BY_ORDER.keyOf(new Order("", null)))
                .withMessage("the message does not say which instance of 'orders' it is for: missing or empty: "
                        + "CustomerId, OrderId")
                .satisfies(refusal -> assertThat(refusal.missing()).containsExactly("CustomerId", "OrderId"));
    }

    @Test
    void overlongOrBrokenPartIsRefusedWithoutRepeatingIt() {
        assertThatExceptionOfType(UnusableKeyPartException.class)
                .isThrownBy(() -> BY_ORDER.keyOf(new Order("x".repeat(4001), "1")))
                .withMessageContaining("CustomerId has 4001 characters")
                .withMessageNotContaining("xxx");
        assertThatExceptionOfType(UnusableKeyPartException.class)
                .isThrownBy(() -> BY_ORDER.keyOf(new Order("\udf55", "1")))
                .withMessageContaining("surrogate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"42\"|42",
                "42|42",
                "42.0|42",
                "4.2e1|42",
                "0.10|0.1",
                "1e2|100",
                "-0.0|0",
                "true|true",
                "9007199254740993|9007199254740993",
                "\"  x \"|'  x '"
            })
    void simpleJsonValuesHaveOneText(String value, String text) throws JsonProcessingException {
        Locale locale = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(BY_ID.keyOf(new ObjectMapper().readTree("{\"document\":{\"id\":" + value + "}}")))
                    .isEqualTo(CorrelationKey.of(KeyAlgorithm.SHA_256_128, "documents", Map.of("DocumentId", text)));
        } finally {
            Locale.setDefault(locale);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"document\":{\"id\":null}}",
                "{\"document\":{\"id\":{}}}",
                "{\"document\":{\"id\":[1]}}",
                "[]",
                "7",
                "{\"document\":{\"id\":\"\"}}",
                "{\"document\":{\"id\":\"  \"}}"
            })
    void whatIsNoSimpleJsonValueIsMissing(String message) {
        assertThatExceptionOfType(MissingKeyPartsException.class)
                .isThrownBy(() -> BY_ID.destinationOf(new ObjectMapper().readTree(message)))
                .withMessageContaining("DocumentId");
    }

    @Test
    void hugeExponentIsNotWrittenOut() throws JsonProcessingException {
        ObjectMapper exact = new ObjectMapper()
                .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

        assertThat(BY_ID.keyOf(exact.readTree("{\"document\":{\"id\":1e999999999}}"))
                        .text())
                .contains("12:1E+999999999,");
        assertThatExceptionOfType(MissingKeyPartsException.class)
                .isThrownBy(() -> BY_ID.keyOf(new ObjectMapper().readTree("{\"document\":{\"id\":1e999}}")));
    }

    @Test
    void contextIsTheInstanceIdItself() {
        InstanceId id = InstanceId.random();
        Correlation<InstanceId> byContext = Correlation.context(message -> message);

        assertThat(byContext.destinationOf(id)).isEqualTo(new Destination.ById(id));
        assertThat(byContext.destinationOf(null)).isInstanceOf(Destination.Unaddressed.class);
    }

    @Test
    void mistakesInACorrelationAreFoundWhenItIsMade() {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Correlation.content(" "));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> BY_ORDER.part(" ", Order::number));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> BY_ORDER.part("OrderId", Order::number));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> BY_ID.pointer("Other", "no/slash"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Correlation.<Order>content("orders").keyOf(new Order("a", "b")));
    }
}
