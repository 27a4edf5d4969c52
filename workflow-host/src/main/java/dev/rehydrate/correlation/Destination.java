// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.InstanceId;
import java.util.Objects;

/** For which instance a message is. */
public sealed interface Destination {

    /**
     * The instance that has a key.
     *
     * @param key the key with the text it was made from
     */
    record ByKey(CorrelationKey key) implements Destination {
        /** Checks that nothing is missing. */
        public ByKey {
            Objects.requireNonNull(key, "key");
        }

        /** {@return the text that was hashed} */
        @Override
        public String toString() {
            return key.text();
        }
    }

    /**
     * The instance with an id.
     *
     * @param id the id
     */
    record ById(InstanceId id) implements Destination {
        /** Checks that nothing is missing. */
        public ById {
            Objects.requireNonNull(id, "id");
        }

        /** {@return the id} */
        @Override
        public String toString() {
            return id.toString();
        }
    }

    /** No instance yet: the message carries no id. */
    record Unaddressed() implements Destination {

        /** {@return a text for messages to people} */
        @Override
        public String toString() {
            return "(no instance id in the message)";
        }
    }
}
