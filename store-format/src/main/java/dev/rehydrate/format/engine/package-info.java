// SPDX-License-Identifier: Apache-2.0
/**
 * An engine for every store of bytes that can replace an entry only if its version is still a given one: {@link
 * dev.rehydrate.format.engine.CompareAndSwapEngine}, on the methods of {@link dev.rehydrate.format.engine.ByteStore}.
 */
@NullMarked
@Experimental
package dev.rehydrate.format.engine;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
