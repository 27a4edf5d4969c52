// SPDX-License-Identifier: Apache-2.0
/** The slots of a farm as an engine of the store: {@link dev.rehydrate.store.hazelcast.engine.HazelcastEngine}. */
@NullMarked
package dev.rehydrate.store.hazelcast.engine;

import org.jspecify.annotations.NullMarked;
