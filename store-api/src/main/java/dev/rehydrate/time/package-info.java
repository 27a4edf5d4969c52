// SPDX-License-Identifier: Apache-2.0
/** Time as an argument: wall clock, monotonic ticker and scheduling, so that tests can move all three by hand. */
@NullMarked
@Stable
package dev.rehydrate.time;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
