// SPDX-License-Identifier: Apache-2.0
/** The clustered provider: {@link dev.rehydrate.store.hazelcast.HazelcastInstanceStore}. */
@NullMarked
@Stable
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
