// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an instance may not run for now (contract §2.4, §4.8). A suspended instance is never runnable and never expires, but
 * can be loaded. One that has failed has come to an end, until it is retried: it may have a retention of its own. A completed instance
 * is never suspended: its completion ends the suspension.
 *
 * @param reason what a person should know, as a {@linkplain SafeText#line safe line}
 * @param failure the type of the exception that led to it, or null
 * @param since when it was suspended, by the clock of the store
 * @param failed whether the instance has failed, and is not only put aside
 */
public record Suspension(String reason, @Nullable String failure, Instant since, boolean failed) {

    /**
     * The suspension of an instance that has not failed.
     *
     * @param reason what a person should know
     * @param failure the type of the exception that led to it, or null
     * @param since when it was suspended, by the clock of the store
     */
    public Suspension(String reason, @Nullable String failure, Instant since) {
        this(reason, failure, since, false);
    }

    /** Checks that nothing is missing, and makes both texts safe to print. */
    public Suspension {
        reason = SafeText.line(Objects.requireNonNull(reason, "reason"));
        failure = failure == null ? null : SafeText.line(failure);
        Objects.requireNonNull(since, "since");
    }
}
