// SPDX-License-Identifier: Apache-2.0
/** What a command writes to people and to scripts, and what it asks people. */
@NullMarked
package dev.rehydrate.cli.terminal;

import org.jspecify.annotations.NullMarked;
