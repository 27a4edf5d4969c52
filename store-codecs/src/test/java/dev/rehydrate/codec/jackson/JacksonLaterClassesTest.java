// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A class may come into values of a state long after the first of them has shown that the state can be read. */
class JacksonLaterClassesTest {

    private final ValueEncoding encoding =
            ValueEncoding.with(JacksonCodec.builder().build());

    /** Nothing says which class a payment is. */
    interface Payment {
        String reference();
    }

    record Card(String reference) implements Payment {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record Voucher(String reference) implements Payment {}

    /** Has no payment at first. */
    record Order(String article, @Nullable Payment payment) {}

    record Orders(Map<String, List<Payment>> payments) {}

    /** One that was written later is missing in the list. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Opened.class, name = "opened"))
    interface Event {}

    record Opened(String by) implements Event {}

    record Closed(String by) implements Event {}

    enum Mark implements Event {
        SEEN
    }

    record Journal(List<Event> events) {}

    /** Jackson writes the content and finds nowhere to put it. */
    public static final class Lossy {
        private final String content;

        public Lossy() {
            this("");
        }

        Lossy(String content) {
            this.content = content;
        }

        public String getTitle() {
            return content;
        }
    }

    record Page(@Nullable Lossy lossy) {}

    static List<List<Object>> laterOnes() {
        return List.of(
                List.of(new Order("tea", null), new Order("tea", new Card("1"))),
                List.of(new Order("tea", null), new Order("tea", new Voucher("1"))),
                List.of(new Orders(Map.of("a", List.of())), new Orders(Map.of("a", List.of(new Card("1"))))),
                List.of(new Journal(List.of(new Opened("Ann"))), new Journal(List.of(new Closed("Ann")))),
                List.of(new Journal(List.of(new Opened("Ann"))), new Journal(List.of(Mark.SEEN))),
                List.of(new Page(null), new Page(new Lossy("content"))));
    }

    @ParameterizedTest
    @MethodSource("laterOnes")
    void aLaterValueWithAClassThatCannotBeReadIsNotWrittenHoweverOftenItIsTried(List<Object> values) {
        Object first = values.get(0);
        Object later = values.get(1);
        assertThat(encoding.encode(first)).isNotNull();

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> encoding.encode(later))
                    .isInstanceOfSatisfying(
                            ValueCodingException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                    .hasMessageContaining(
                            "codec 'json' can write a " + later.getClass().getName() + " but");
        }
        assertThat(encoding.encode(first)).isNotNull();
        assertThat(encoding.encode(later, null))
                .as("a value that is never read")
                .isNotNull();
    }

    @Test
    void aLaterValueWithAClassThatCanBeReadIsWritten() {
        Journal later = new Journal(List.of(new Opened("Ann"), new Opened("Ben")));
        assertThat(encoding.encode(new Journal(List.of()))).isNotNull();

        assertThat(encoding.decode(encoding.encode(later), Journal.class)).isEqualTo(later);
    }

    @Test
    void withoutTheProofALaterValueIsWritten() {
        ValueEncoding trusting = ValueEncoding.builder()
                .writeWith(JacksonCodec.builder().build())
                .withoutRoundTrip()
                .build();
        assertThat(trusting.encode(new Order("tea", new Card("1")))).isNotNull();
    }
}
