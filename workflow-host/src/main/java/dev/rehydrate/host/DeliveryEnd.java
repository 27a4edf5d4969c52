// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.agenda.Letter;
import dev.rehydrate.host.agenda.Mail;
import java.time.Instant;

/** What became of a posted message that a host has taken. */
sealed interface DeliveryEnd {

    /** The mail then. */
    Mail in(Mail mail, String messageId, Instant now);

    /** It was handled, now or before. */
    record Delivered() implements DeliveryEnd {
        @Override
        public Mail in(Mail mail, String messageId, Instant now) {
            return mail.delivered(messageId, now);
        }
    }

    /**
     * It was not handled, and may be later.
     *
     * @param at not before
     * @param why what happened
     */
    record Returned(Instant at, String why) implements DeliveryEnd {
        @Override
        public Mail in(Mail mail, String messageId, Instant now) {
            return mail.changed(messageId, letter -> letter.returned(at, why));
        }
    }

    /**
     * This host cannot even try, which is no fault of the message.
     *
     * @param at not before
     * @param why what is missing
     */
    record Postponed(Instant at, String why) implements DeliveryEnd {
        @Override
        public Mail in(Mail mail, String messageId, Instant now) {
            return mail.changed(messageId, letter -> letter.postponed(at, why));
        }
    }

    /**
     * Its instance has not begun yet.
     *
     * @param at when to look again
     */
    record Awaiting(Instant at) implements DeliveryEnd {
        @Override
        public Mail in(Mail mail, String messageId, Instant now) {
            return mail.changed(messageId, (Letter letter) -> letter.awaiting(at));
        }
    }

    /**
     * It will never be handled, as far as anybody can tell.
     *
     * @param why why not
     */
    record Dead(String why) implements DeliveryEnd {
        @Override
        public Mail in(Mail mail, String messageId, Instant now) {
            return mail.changed(messageId, letter -> letter.dead(now, why));
        }
    }
}
