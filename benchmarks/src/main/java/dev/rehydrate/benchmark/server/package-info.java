// SPDX-License-Identifier: Apache-2.0
/** Servers on this machine for the time of a run. */
@NullMarked
package dev.rehydrate.benchmark.server;

import org.jspecify.annotations.NullMarked;
