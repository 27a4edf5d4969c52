// SPDX-License-Identifier: Apache-2.0
/** Instances in memory: one lane for each, with its jobs, its idle timer, and its eviction (save, release, unload). */
@NullMarked
package dev.rehydrate.host.lane;

import org.jspecify.annotations.NullMarked;
