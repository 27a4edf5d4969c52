// SPDX-License-Identifier: Apache-2.0
/** Sections that look for work that grows with the whole farm: many instances, rows, hosts, timers and orphans. */
@NullMarked
package dev.rehydrate.benchmark.scale;

import org.jspecify.annotations.NullMarked;
