// SPDX-License-Identifier: Apache-2.0
/**
 * A member or client of our own: its configuration, whom it joins, and what it refuses. Here are the settings that all members must
 * share, the search for members that were expected, and the joiner that merges only into a farm that it reaches whole.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.farm;

import org.jspecify.annotations.NullMarked;
