// SPDX-License-Identifier: Apache-2.0
/** Sections that time commands and lives, on the grid and on a database. */
@NullMarked
package dev.rehydrate.benchmark.command;

import org.jspecify.annotations.NullMarked;
