// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.check.Together;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KryoConcurrencyTest {

    record Line(String product, int count) {}

    static final class Order {
        List<Line> lines = new ArrayList<>();
    }

    private final KryoCodec codec =
            KryoCodec.builder().register(1, Order.class).register(2, Line.class).build();

    @Test
    void manyThreadsShareOneCodec() throws Exception {
        Together.inThreads(8, thread -> {
            Random random = new Random(thread);
            for (int i = 0; i < 500; i++) {
                Order order = order(random);
                byte[] bytes = codec.encode(order);

                assertThat(codec.decode(bytes, Order.class, 1).lines).isEqualTo(order.lines);
                damage(bytes, random);
            }
        });
    }

    private static Order order(Random random) {
        Order order = new Order();
        for (int i = random.nextInt(20); i > 0; i--) {
            order.lines.add(new Line("product " + random.nextInt(), random.nextInt()));
        }
        return order;
    }

    /** A failure in one thread must not show in another. */
    private void damage(byte[] bytes, Random random) {
        try {
            codec.decode(Arrays.copyOf(bytes, random.nextInt(bytes.length)), Order.class, 1);
            throw new AssertionError("bytes that end too early were read");
        } catch (ValueCodingException expected) {
            assertThat(expected.reason()).isEqualTo(ValueCodingException.Reason.DAMAGED);
        }
    }
}
