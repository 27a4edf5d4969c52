// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceKey;
import java.util.Objects;

/** Why an instance is being acquired, which decides what may be found and what may be created. */
public sealed interface Lookup {

    /**
     * By its id (contract §2.5).
     *
     * @param create whether to create it, uninitialized, if it is not there, and to accept one without data
     */
    record ById(boolean create) implements Lookup {}

    /**
     * By a key that it must list (contract §2.6).
     *
     * @param key the key
     * @param acceptUninitialized whether one without data will do
     */
    record ByKey(InstanceKey key, boolean acceptUninitialized) implements Lookup {
        /** Checks that nothing is missing. */
        public ByKey {
            Objects.requireNonNull(key, "key");
        }
    }

    /**
     * By a key that no instance has, for which an instance is to be created here (contract §2.6). The key must be among those
     * to associate. An instance here that has it after all is loaded.
     *
     * @param key the key
     */
    record ForKey(InstanceKey key) implements Lookup {
        /** Checks that nothing is missing. */
        public ForKey {
            Objects.requireNonNull(key, "key");
        }
    }

    /**
     * Because it wants to run (contract §2.7).
     *
     * @param definitions which definitions the caller can run
     */
    record ToRun(DefinitionFilter definitions) implements Lookup {
        /** Checks that nothing is missing. */
        public ToRun {
            Objects.requireNonNull(definitions, "definitions");
        }
    }
}
