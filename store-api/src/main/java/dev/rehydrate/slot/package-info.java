// SPDX-License-Identifier: Apache-2.0
/**
 * What a slot holds. For authors of providers, who store slots and run {@linkplain dev.rehydrate.slot.operation operations} on
 * them, and decide nothing themselves.
 */
@NullMarked
@Experimental
package dev.rehydrate.slot;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
