// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.host.state.MessageQueue;
import dev.rehydrate.host.state.QueuedMessage;
import java.time.Instant;

/** The result of one delivery of a posted message. */
sealed interface DeliveryResult {

    /** The queue after it. */
    MessageQueue in(MessageQueue queue, String messageId, Instant now);

    /** It was processed, now or before. */
    record Delivered() implements DeliveryResult {
        @Override
        public MessageQueue in(MessageQueue queue, String messageId, Instant now) {
            return queue.delivered(messageId, now);
        }
    }

    /**
     * It was not processed, and is retried later.
     *
     * @param at not before
     * @param why what happened
     */
    record Returned(Instant at, String why) implements DeliveryResult {
        @Override
        public MessageQueue in(MessageQueue queue, String messageId, Instant now) {
            return queue.changed(messageId, queued -> queued.returned(at, why));
        }
    }

    /**
     * This host could not try to deliver it, so the delivery does not count.
     *
     * @param at not before
     * @param why what is missing
     */
    record Postponed(Instant at, String why) implements DeliveryResult {
        @Override
        public MessageQueue in(MessageQueue queue, String messageId, Instant now) {
            return queue.changed(messageId, queued -> queued.postponed(at, why));
        }
    }

    /**
     * Its instance has not begun yet.
     *
     * @param at when to look again
     */
    record Awaiting(Instant at) implements DeliveryResult {
        @Override
        public MessageQueue in(MessageQueue queue, String messageId, Instant now) {
            return queue.changed(messageId, (QueuedMessage queued) -> queued.awaiting(at));
        }
    }

    /**
     * It is undeliverable: a dead letter.
     *
     * @param why why not
     */
    record Dead(String why) implements DeliveryResult {
        @Override
        public MessageQueue in(MessageQueue queue, String messageId, Instant now) {
            return queue.changed(messageId, queued -> queued.dead(now, why));
        }
    }
}
