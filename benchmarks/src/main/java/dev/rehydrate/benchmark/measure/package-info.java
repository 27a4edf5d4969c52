// SPDX-License-Identifier: Apache-2.0
/** How often something is done, how long it takes and what it costs: callers, rounds in turns, ratios of medians. */
@NullMarked
package dev.rehydrate.benchmark.measure;

import org.jspecify.annotations.NullMarked;
