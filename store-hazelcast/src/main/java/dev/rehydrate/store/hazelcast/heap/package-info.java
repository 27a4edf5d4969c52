// SPDX-License-Identifier: Apache-2.0
/** A member that is too full to take more data: how it learns that, how it refuses, and what becomes of one that has lost threads. */
@NullMarked
package dev.rehydrate.store.hazelcast.heap;

import org.jspecify.annotations.NullMarked;
