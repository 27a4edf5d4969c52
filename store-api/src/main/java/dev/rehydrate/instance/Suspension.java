// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an instance may not run for now (contract §2.4, §4.8). A suspended instance is never runnable and never expires, but
 * can be loaded.
 *
 * @param reason what a person should know, as a {@linkplain SafeText#line safe line}
 * @param failure the type of the exception that led to it, or null
 * @param since when it was suspended, by the clock of the store
 */
public record Suspension(String reason, @Nullable String failure, Instant since) {

    /** Checks that nothing is missing, and makes both texts safe to print. */
    public Suspension {
        reason = SafeText.line(Objects.requireNonNull(reason, "reason"));
        failure = failure == null ? null : SafeText.line(failure);
        Objects.requireNonNull(since, "since");
    }
}
