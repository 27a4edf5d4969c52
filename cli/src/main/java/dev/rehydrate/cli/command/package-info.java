// SPDX-License-Identifier: Apache-2.0
/** One class for each command, with its options and what it prints. */
@NullMarked
package dev.rehydrate.cli.command;

import org.jspecify.annotations.NullMarked;
