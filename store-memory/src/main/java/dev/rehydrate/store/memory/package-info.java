// SPDX-License-Identifier: Apache-2.0
/** The reference provider: {@link dev.rehydrate.store.memory.MemoryInstanceStore}. */
@NullMarked
package dev.rehydrate.store.memory;

import org.jspecify.annotations.NullMarked;
