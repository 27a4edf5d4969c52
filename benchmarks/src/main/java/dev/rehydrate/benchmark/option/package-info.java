// SPDX-License-Identifier: Apache-2.0
/** What a run is asked to do: its arguments, sections, topologies, and the settings of its processes. */
@NullMarked
package dev.rehydrate.benchmark.option;

import org.jspecify.annotations.NullMarked;
