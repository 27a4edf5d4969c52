// SPDX-License-Identifier: Apache-2.0
/** Persistence commands, their answers and their failures. For hosts: this is what one says to a store. */
@NullMarked
package dev.rehydrate.command;

import org.jspecify.annotations.NullMarked;
