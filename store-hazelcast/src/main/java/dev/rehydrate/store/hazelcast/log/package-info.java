// SPDX-License-Identifier: Apache-2.0
/** Under which names this provider and the engine log. */
@NullMarked
package dev.rehydrate.store.hazelcast.log;

import org.jspecify.annotations.NullMarked;
