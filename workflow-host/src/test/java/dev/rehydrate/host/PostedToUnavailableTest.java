// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("what is posted to an instance whose place in the storage does not answer")
final class PostedToUnavailableTest {

    private static final int FEW_SENDS = 3;
    private static final SlotAddress PLACE = SlotAddress.of(Orders.home("7"));

    private final Farm farm = new Farm();
    private Predicate<SlotOperation<?>> unplugged = any -> false;
    private Effect effect = Effect.NONE;

    PostedToUnavailableTest() {
        // A nearest copy would do for the handler.
        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private final class PartlyUnplugged extends ForwardingEngine {
        PartlyUnplugged(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return at.equals(PLACE) && unplugged.test(operation)
                    ? CompletableFuture.failedFuture(new StorageException(effect, "unplugged", null))
                    : super.apply(at, operation);
        }
    }

    private WorkflowHost host() {
        StoreOptions options = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                .withDecorator(PartlyUnplugged::new);
        return farm.host(
                "one",
                MemoryInstanceStore.open(farm.data, options),
                settings -> settings.timeToUnload(Duration.ZERO).maxSends(FEW_SENDS));
    }

    private void pass(Duration time) {
        for (Duration left = time; !left.isZero(); left = left.minus(SECOND)) {
            farm.advance(SECOND);
        }
    }

    private static List<PostedMessage> messages(WorkflowHost host) {
        return now(host.mailboxes().messages(Orders.home("7")));
    }

    private String toppings() {
        return farm.peek(Orders.home("7")).snapshotOrThrow().data().get("toppings", String.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "UNKNOWN"})
    @DisplayName("waits until it does, and comes in its order: no handler has seen it")
    void waits(Effect ofEachTry) {
        effect = ofEachTry;
        WorkflowHost host = host();
        host.call(Orders.ADD, topping("7", "base"));
        unplugged = any -> true;
        host.post(Orders.REMIND, topping("7", "ham"));
        host.post(Orders.REMIND, topping("7", "egg"));

        pass(Duration.ofMinutes(10));

        assertThat(messages(host)).extracting(PostedMessage::state).doesNotContain(PostedMessage.State.DEAD);
        assertThat(messages(host).get(0).deliveries()).isLessThan(FEW_SENDS);
        assertThat(messages(host).get(0).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("unplugged"));
        unplugged = any -> false;
        pass(Duration.ofMinutes(2));
        assertThat(toppings()).isEqualTo("base+late-ham+late-egg");
        assertThat(messages(host)).isEmpty();
    }

    @Test
    @DisplayName("is a dead letter if its handler runs each time, and the state that it makes cannot be saved")
    void handlerHasSeenIt() {
        WorkflowHost host = host();
        host.call(Orders.ADD, topping("7", "base"));
        unplugged = CommitInstance.class::isInstance;
        host.post(Orders.REMIND, topping("7", "ham"));

        pass(Duration.ofMinutes(10));

        assertThat(messages(host)).extracting(PostedMessage::state).containsExactly(PostedMessage.State.DEAD);
    }
}
