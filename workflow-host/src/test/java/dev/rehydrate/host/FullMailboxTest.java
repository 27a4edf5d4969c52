// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.MessageQueue;
import dev.rehydrate.host.state.Payload;
import dev.rehydrate.host.state.QueuedMessage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a mailbox in which as many messages wait as it takes")
final class FullMailboxTest {

    private static final InstanceId MAILBOX = Mailbox.of(Orders.home("7"));
    private static final PostOptions TOMORROW = PostOptions.DEFAULT.delayedBy(Duration.ofDays(1));

    private final Farm farm = new Farm();
    private final WorkflowHost host;

    FullMailboxTest() {
        farm.definition = Orders.DEFINITION;
        host = farm.host("one");
        fillUp();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    /** All but one are written at once: each post would write a longer list. */
    private void fillUp() {
        post("m1");
        InstanceSnapshot mailbox = farm.peek(MAILBOX).snapshotOrThrow();
        HostState stored = HostState.of(mailbox);
        QueuedMessage first = stored.queue().messages().get(0);
        List<QueuedMessage> all = new ArrayList<>(stored.queue().messages());
        for (int i = 2; i < MessageQueue.MOST; i++) {
            QueuedMessage.Head head = first.head();
            QueuedMessage.Head own = new QueuedMessage.Head(
                    "m" + i,
                    head.definition(),
                    head.operation(),
                    head.target(),
                    head.creates(),
                    head.awaits(),
                    head.postedAt());
            all.add(new QueuedMessage(i, own, first.progress(), Payload.of(topping("7", "x"))));
        }
        HostState filled = stored.with(new MessageQueue(MessageQueue.MOST, all));
        farm.tool()
                .ask(
                        MAILBOX,
                        SaveInstance.ifUnchanged(
                                InstanceChanges.builder()
                                        .metadata(filled.since(stored))
                                        .build(),
                                mailbox.revision()));
        post("last");
    }

    private PostReceipt post(String id) {
        return host.post(Orders.ADD, topping("7", id), TOMORROW.withMessageId(id));
    }

    private List<PostedMessage> messages() {
        return now(host.mailboxes().messages(Orders.home("7")));
    }

    @Test
    @DisplayName("refuses the next one, which says how many wait, and takes it when one was discarded")
    void refusesTheNext() {
        assertThat(messages()).hasSize(MessageQueue.MOST);

        assertThatThrownBy(() -> post("next"))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("nothing was posted")
                .hasMessageContaining("messages=10000 deadLetters=0 destination=" + Orders.home("7"));

        assertThat(messages()).hasSize(MessageQueue.MOST);
        assertThat(now(host.mailboxes().discard(messages().get(4)))).isTrue();
        post("next");
        assertThat(messages())
                .hasSize(MessageQueue.MOST)
                .extracting(PostedMessage::id)
                .contains("next");
    }

    @Test
    @DisplayName("acknowledges one that waits in it again")
    void acknowledgesWhatItHas() {
        PostReceipt again = post("m2");

        assertThat(again.messageId()).isEqualTo("m2");
        assertThat(messages()).hasSize(MessageQueue.MOST);
    }

    @Test
    @DisplayName("takes those for other instances as ever")
    void othersHaveTheirOwn() {
        host.post(Orders.ADD, topping("8", "base"));

        assertThat(Farm.reply(host.call(Orders.READ, topping("8", "")))).isEqualTo("base");
    }
}
