// SPDX-License-Identifier: Apache-2.0
/**
 * What can be done with a slot: each operation with its rules, as pure functions from one slot to the next one. Providers run them, and decide
 * nothing themselves.
 */
@NullMarked
@Experimental
package dev.rehydrate.slot.operation;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
