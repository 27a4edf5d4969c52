// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.DefinitionIdentity;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class MessageQueueTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static QueuedMessage.Head head(String id) {
        return new QueuedMessage.Head(
                id, DefinitionIdentity.of("Order", "1.0"), "Pay", null, false, NOW.plusSeconds(60), NOW);
    }

    @Test
    void messageThatWaitsForItsInstanceKeepsTheCountOfItsDeliveries() {
        MessageQueue mail = MessageQueue.NONE
                .with(head("a"), Duration.ZERO, Payload.of("a"))
                .with(head("b"), Duration.ZERO, Payload.of("b"))
                .changed("a", letter -> letter.locked(NOW).returned(NOW, "failed"))
                .changed("a", letter -> letter.locked(NOW).awaiting(NOW.plusSeconds(1)));
        assertThat(mail.find("a").orElseThrow().deliveries()).isEqualTo(1);

        MessageQueue after = mail.delivered("b", NOW);

        assertThat(after.find("a").orElseThrow().deliveries()).isEqualTo(1);
        assertThat(after.head(NOW)).map(QueuedMessage::id).hasValue("a");
    }

    @Test
    void messageThatIsPostedAgainIsNotAddedWhileTheFirstOneIsThere() {
        MessageQueue mail = MessageQueue.NONE.with(head("a"), Duration.ofSeconds(1), Payload.of("first"));

        assertThat(mail.with(head("a"), Duration.ZERO, Payload.of("second"))).isSameAs(mail);
    }

    /** The clock of the host that posts it may be ahead of the clock of the one that takes it. */
    @Test
    void messageWithoutDelayIsTakenAtOnceWhateverTheClockSays() {
        MessageQueue mail = MessageQueue.NONE.with(head("a"), Duration.ZERO, Payload.of("a"));

        assertThat(mail.head(NOW.minusSeconds(3))).map(QueuedMessage::id).hasValue("a");
    }

    @Test
    void messageThatIsReturnedWithoutAReasonKeepsTheOneThatIsKnown() {
        MessageQueue mail = MessageQueue.NONE
                .with(head("a"), Duration.ZERO, Payload.of("a"))
                .changed("a", letter -> letter.locked(NOW).returned(NOW, "failed"))
                .changed("a", letter -> letter.locked(NOW).returned(NOW, null));

        assertThat(mail.find("a").orElseThrow().progress().problem()).isEqualTo("failed");
    }
}
