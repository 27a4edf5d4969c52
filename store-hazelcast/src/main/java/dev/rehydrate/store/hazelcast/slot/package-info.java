// SPDX-License-Identifier: Apache-2.0
/**
 * Slots as entries of the map: the operation on one slot, its copy on the backups, the ways to send it, and the search through many
 * slots.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.slot;

import org.jspecify.annotations.NullMarked;
