// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What has failed last, if nothing has succeeded since.
 *
 * @param since when it began
 * @param what what is wrong, for people
 */
record WriteFailure(Instant since, String what) {

    /**
     * Describes a failure.
     *
     * @param before the one before, if nothing has succeeded since
     * @param begin when what has failed began
     */
    static WriteFailure of(@Nullable WriteFailure before, Instant begin, Throwable failed) {
        String what = failed instanceof Error ? String.valueOf(failed) : String.valueOf(failed.getMessage());
        return new WriteFailure(before == null ? begin : before.since, what);
    }

    /** {@return what a person should know} */
    String healthIssue(int waiting) {
        return "changes could not be written to the database since " + since + ", " + waiting
                + " changed instances and keys are in memory only: " + what;
    }
}
