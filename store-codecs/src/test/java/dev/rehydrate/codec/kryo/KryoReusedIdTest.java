// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An id that was given to another class does not turn the old bytes into zeros. */
class KryoReusedIdTest {

    /** What stood for the id. */
    public record Order(String article, int pieces) {}

    /** What stands for it now. */
    public record Invoice(String number, long cents) {}

    /** Shares a name with the order. */
    public record Offer(String article, long price) {}

    /** Contains what the id stands for. */
    public record Basket(List<Object> content) {}

    private static KryoCodec codec(Class<?> first) {
        return KryoCodec.builder().register(1, first).register(2, Basket.class).build();
    }

    @Test
    void atTheTopItIsRefusedWithBothNames() {
        EncodedValue order = ValueEncoding.with(codec(Order.class)).encode(new Order("screw", 3));

        for (Class<?> other : List.of(Invoice.class, Offer.class)) {
            assertThatThrownBy(() -> ValueEncoding.with(codec(other)).decode(order, other))
                    .isInstanceOfSatisfying(
                            ValueCodingException.class,
                            refusal -> assertThat(refusal.reason()).isIn(Reason.OTHER_TYPE, Reason.NEWER_VERSION))
                    .hasMessageContaining(Order.class.getName())
                    .hasMessageContaining(other.getName());
        }
    }

    @Test
    void withinAValueItIsRefusedIfNothingIsLeftOfIt() {
        EncodedValue basket = ValueEncoding.with(codec(Order.class)).encode(new Basket(List.of(new Order("screw", 3))));

        assertThatThrownBy(() -> ValueEncoding.with(codec(Invoice.class)).decode(basket, Basket.class))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("a " + Order.class.getName() + " was stored under the id that now stands for "
                        + Invoice.class.getName());
    }

    @Test
    void aClassWithoutIdIsNotForStates() {
        KryoCodec codec = codec(Order.class);

        codec.requireReadable(Order.class);
        assertThatThrownBy(() -> codec.requireReadable(Invoice.class))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageStartingWith(Invoice.class.getName() + " is not registered");
        assertThat(codec.id()).isEqualTo("kryo");
    }
}
