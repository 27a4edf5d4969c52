// SPDX-License-Identifier: Apache-2.0
/** The clustered provider: {@link dev.rehydrate.store.hazelcast.HazelcastInstanceStore}. */
@NullMarked
package dev.rehydrate.store.hazelcast;

import org.jspecify.annotations.NullMarked;
