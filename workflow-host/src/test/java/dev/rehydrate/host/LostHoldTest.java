// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replies that were given before the save are told as lost, whatever notices first that the hold is gone. */
final class LostHoldTest {

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void hostThatIsStoppedBecauseItsLeaseIsLostTellsWhatIsLost() {
        AtomicReference<WorkflowHost> stops = new AtomicReference<>();
        HostListener listener = event -> {
            farm.events.add(event);
            if (event.kind() == Kind.OWNER_LOST) {
                var unused = stops.get().stop(SECOND);
            }
        };
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE)
                        .timeToUnload(IdlePolicy.NEVER)
                        .listener(listener));
        stops.set(host);
        host.call(Docs.CREATE, edit("1", "a"));
        assertThat(reply(host.call(Docs.UPDATE, edit("1", "b")))).isEqualTo("a b");
        farm.engine.stopBeats();
        farm.happened();

        farm.advance(Duration.ofSeconds(31));

        assertThat(farm.lastEvent(Kind.ABORTED).unsavedReplies()).isOne();
        assertThat(farm.happened()).containsExactly(Kind.ABORTED);
        assertThat(host.instancesInMemory()).isZero();
    }
}
