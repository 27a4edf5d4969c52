// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Releases.FIRST;
import static dev.rehydrate.host.Releases.release;
import static dev.rehydrate.host.Releases.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.Releases.Codec;
import dev.rehydrate.host.Releases.Message;
import dev.rehydrate.host.Releases.Order;
import dev.rehydrate.host.Releases.OrderAdded;
import dev.rehydrate.host.Releases.Release;
import dev.rehydrate.host.Releases.Size;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Hosts of two releases at work on one instance. */
abstract class TwoReleases {

    HostFarm farm;
    String order;

    abstract Provider provider();

    @BeforeEach
    void open() {
        farm = new HostFarm(provider());
        order = farm.named("o");
    }

    @AfterEach
    void close() {
        farm.close();
    }

    static Release<Order> old(Codec codec) {
        return single(values(codec, 1, Order.class), Order.class, FIRST, TwoReleases::withText);
    }

    static Order withText(Order o, String text) {
        return new Order(text, o.count(), o.size(), o.lines(), o.payment());
    }

    static <S> Release<S> single(ValueEncoding values, Class<S> state, S first, BiFunction<S, String, S> next) {
        return release(values, "1.0", StateMapping.single(state), first, next);
    }

    static Release<OrderAdded> added(Codec codec, int version) {
        return single(
                values(codec, version, OrderAdded.class),
                OrderAdded.class,
                new OrderAdded("b", 2, Size.SMALL, List.of(), null, "more"),
                (o, text) -> new OrderAdded(text, o.count(), o.size(), o.lines(), o.payment(), "more"));
    }

    /** A host of a release. */
    final class Running<S> {

        private final Release<S> release;
        final WorkflowHost host;

        Running(int node, Release<S> release) {
            this.release = release;
            this.host = farm.host(node, release.values(), release.definition());
        }

        String set(String text) {
            return reply(release.set(), text);
        }

        String read() {
            return reply(release.read(), "");
        }

        String reply(Operation<S, Message, String> operation, String text) {
            return host.call(operation, new Message(order, text)).replyOrThrow().reply();
        }
    }

    final <S> Running<S> newer(Release<S> release) {
        return new Running<>(0, release);
    }

    final <S> Running<S> older(Release<S> release) {
        return new Running<>(1, release);
    }

    final InstanceHeader header() {
        CorrelationKey key = CorrelationKey.of(KeyAlgorithm.SHA_256_128, "orders", Map.of("Order", order));
        return farm.header(InstanceId.atHomeOf(key.key()));
    }

    /** One host changes nothing and suspends nothing; what the other one has written is all there. */
    final void assertLeftAlone(Running<?> refusing, Running<?> writing, String read) {
        InstanceHeader before = header();

        assertThatExceptionOfType(UnreadableValueException.class)
                .isThrownBy(() -> refusing.set("dropped"))
                .matches(UnreadableValueException::mayBeReadableElsewhere);
        assertThatExceptionOfType(UnreadableValueException.class).isThrownBy(refusing::read);

        assertThat(header().revision()).isEqualTo(before.revision());
        assertThat(header().suspension()).isNull();
        assertThat(writing.read()).isEqualTo(read);
    }

    final <S> void assertUpgrade(Codec codec, Release<S> release, String afterwards) {
        Running<Order> older = older(old(codec));
        Running<S> newer = newer(release);
        older.set("a");
        assertThat(newer.read()).contains("a");

        assertThat(newer.set("b")).isEqualTo(afterwards);

        assertLeftAlone(older, newer, afterwards);
    }
}
