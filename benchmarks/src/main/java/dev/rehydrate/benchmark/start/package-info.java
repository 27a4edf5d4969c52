// SPDX-License-Identifier: Apache-2.0
/** The time from the start of a process to its first command. */
@NullMarked
package dev.rehydrate.benchmark.start;

import org.jspecify.annotations.NullMarked;
