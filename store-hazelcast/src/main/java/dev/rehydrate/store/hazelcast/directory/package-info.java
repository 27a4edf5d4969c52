// SPDX-License-Identifier: Apache-2.0
/** The directory that each member keeps of the slots it owns: what is due, what is held, and orders for queries. */
@NullMarked
package dev.rehydrate.store.hazelcast.directory;

import org.jspecify.annotations.NullMarked;
