// SPDX-License-Identifier: Apache-2.0
/** The reference provider: {@link dev.rehydrate.store.memory.MemoryInstanceStore}. */
@NullMarked
@Stable
package dev.rehydrate.store.memory;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
