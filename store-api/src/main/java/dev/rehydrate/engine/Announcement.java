// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Objects;

/**
 * What stores over the same data tell each other. A hint: it may be lost, come twice or come late, and no guarantee rests on it.
 */
public sealed interface Announcement {

    /**
     * An instance wants to run.
     *
     * @param dueAt when it wants to run
     */
    record MayRun(Instant dueAt) implements Announcement {

        /** Checks that nothing is missing. */
        public MayRun {
            Objects.requireNonNull(dueAt, "dueAt");
        }
    }

    /**
     * A caller waits for an instance: the store that gives up its hold within the next minute announces the release.
     *
     * @param instance the instance
     */
    record Wanted(InstanceId instance) implements Announcement {

        /** Checks that nothing is missing. */
        public Wanted {
            Objects.requireNonNull(instance, "instance");
        }
    }

    /**
     * The hold of an instance was released; another caller may have taken it since.
     *
     * @param instance the instance
     */
    record Released(InstanceId instance) implements Announcement {

        /** Checks that nothing is missing. */
        public Released {
            Objects.requireNonNull(instance, "instance");
        }
    }
}
