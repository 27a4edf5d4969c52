// SPDX-License-Identifier: Apache-2.0
/** Persistence commands, their answers and their failures. For hosts: this is what one says to a store. */
@NullMarked
@Stable
package dev.rehydrate.command;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
