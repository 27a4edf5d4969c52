// SPDX-License-Identifier: Apache-2.0
/**
 * The rules: what a slot holds and how each operation changes it, as pure functions. For authors of providers, who store
 * slots and run operations on them, and decide nothing themselves.
 */
@NullMarked
@Experimental
package dev.rehydrate.slot;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
