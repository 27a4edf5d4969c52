// SPDX-License-Identifier: Apache-2.0
/** Processes that are measured together, and that end when the one that started them does. */
@NullMarked
package dev.rehydrate.benchmark.process;

import org.jspecify.annotations.NullMarked;
