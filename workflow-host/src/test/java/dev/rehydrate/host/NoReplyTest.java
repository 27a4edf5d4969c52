// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Suspension;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An answer that is no reply says as an exception what happened, to which instance, and what to do. */
class NoReplyTest {

    private static final InstanceId ID = InstanceId.random();

    private static String message(CallOutcome<?> outcome) {
        return new NoReplyException(outcome).getMessage();
    }

    @Test
    void anInstanceThatIsHeldNamesItsHolderAndTheSetting() {
        OwnerId owner = OwnerId.random();

        assertThat(message(new CallOutcome.Busy<>(ID, "the key", new Holder(owner, Map.of("node", "orders-2")))))
                .startsWith("the instance was held until the deadline, and the message changed nothing: send it again")
                .contains("timeToUnload")
                .contains("instance=" + ID, "asked=the key")
                .contains("orders-2")
                .contains(owner.toString());
    }

    @Test
    void anInstanceThatIsNotThereNamesWhatWasAskedFor() {
        assertThat(message(new CallOutcome.UnknownInstance<>("the key")))
                .startsWith("there is no such instance, and the message changed nothing: ")
                .contains("asked=the key");
    }

    @Test
    void theOthersSayWhatToDo() {
        assertThat(message(new CallOutcome.AlreadyExists<>(ID, "the key", null)))
                .startsWith("the instance exists already, and the message changed nothing: ")
                .contains("instance=" + ID, "asked=the key");
        assertThat(message(new CallOutcome.Completed<>(ID)))
                .startsWith("the instance has ended and was kept, and the message changed nothing")
                .contains("instance=" + ID);
        assertThat(message(new CallOutcome.Suspended<>(ID, new Suspension("by hand", null, Instant.EPOCH))))
                .startsWith("the instance is suspended, and the message changed nothing: resume it")
                .contains("by hand", "instance=" + ID);
        assertThat(message(new CallOutcome.Stale<>(ID, null)))
                .startsWith(
                        "the instance is not in the state that the caller expects, and the message changed nothing: load it")
                .contains("instance=" + ID, "current=null");
    }
}
