// SPDX-License-Identifier: Apache-2.0
/** Time as an argument: wall clock, monotonic ticker and scheduling, so that tests can move all three by hand. */
@NullMarked
package dev.rehydrate.time;

import org.jspecify.annotations.NullMarked;
