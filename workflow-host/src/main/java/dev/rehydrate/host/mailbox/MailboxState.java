// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.host.StateMapping;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.ValueBag;
import java.util.Map;

/**
 * The state of a mailbox beside its queue.
 *
 * @param destination the text of the key or the id of the instance that the messages are for
 * @param dead how many dead letters it has; promoted, so that mailboxes with dead letters can be queried
 */
public record MailboxState(String destination, int dead) {

    public static final String DEAD = "dead";

    private static final String DESTINATION = "destination";

    /** How it is kept. */
    static final class Mapping implements StateMapping<MailboxState> {

        @Override
        public Map<String, InstanceValue> toValues(MailboxState state) {
            return Map.of(
                    DESTINATION,
                    InstanceValue.of(state.destination()),
                    DEAD,
                    InstanceValue.of(state.dead()).with(Option.PROMOTED));
        }

        @Override
        public MailboxState fromValues(ValueBag values) {
            return new MailboxState(
                    values.find(DESTINATION, String.class).orElse(""),
                    values.find(DEAD, Integer.class).orElse(0));
        }
    }
}
