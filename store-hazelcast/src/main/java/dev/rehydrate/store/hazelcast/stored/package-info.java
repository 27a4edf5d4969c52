// SPDX-License-Identifier: Apache-2.0
/**
 * What this provider stores and sends, and what may be made of bytes: the numbers of the types, the names of the maps, slots as
 * entries, and the filters that let nothing else in.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.stored;

import org.jspecify.annotations.NullMarked;
