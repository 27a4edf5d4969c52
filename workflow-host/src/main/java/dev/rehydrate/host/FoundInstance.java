// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance that exists, as it was when it was looked for.
 *
 * @param id the instance
 * @param status how far it has come
 * @param revision which state of which life that was, as {@link TurnFacts#revision}
 * @param definition what it was made from, or null if it was not said
 */
public record FoundInstance(
        InstanceId id,
        Status status,
        Revision revision,
        @Nullable DefinitionIdentity definition) {

    /** How far an instance has come. */
    public enum Status {
        /** It takes messages. */
        ACTIVE,
        /** It takes no messages until it is resumed. */
        SUSPENDED,
        /** It has ended and was kept. */
        COMPLETED,
        /** It has failed, and takes no messages until an administrator retries it. */
        FAILED
    }

    /** Checks that nothing is missing. */
    public FoundInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(revision, "revision");
    }
}
