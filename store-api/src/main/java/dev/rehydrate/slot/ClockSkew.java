// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.time.Duration;

/** How far apart the clocks of a farm may be. */
public final class ClockSkew {

    /**
     * By how much the clocks of two processes may differ: both can be a second off that of the farm, in opposite directions, and go on
     * by themselves until they are compared again.
     */
    public static final Duration MOST = Duration.ofSeconds(3);

    private ClockSkew() {}
}
