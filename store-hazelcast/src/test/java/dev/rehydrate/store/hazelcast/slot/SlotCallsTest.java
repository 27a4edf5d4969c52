// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlotCallsTest {

    private final List<@Nullable StoredReply> replies = new ArrayList<>();
    private final List<@Nullable Throwable> failures = new ArrayList<>();

    private void receive(@Nullable StoredReply reply, @Nullable Throwable failure) {
        replies.add(reply);
        failures.add(failure);
    }

    @Test
    void aReplyIsHandedToItsReceiver() {
        StoredReply reply = StoredReply.unavailable("on purpose");

        SlotCalls.received(() -> reply, this::receive);

        assertThat(replies).containsExactly(reply);
        assertThat(failures).containsOnlyNulls();
    }

    /** The caller would wait for ever, and what it holds by then stay held. */
    @Test
    void anErrorInReadingIsHandedToTheReceiver() {
        Error shortOfMemory = new OutOfMemoryError("no memory is left for the instance");

        SlotCalls.received(
                () -> {
                    throw shortOfMemory;
                },
                this::receive);

        assertThat(failures).containsExactly(shortOfMemory);
        assertThat(replies).containsOnlyNulls();
    }
}
