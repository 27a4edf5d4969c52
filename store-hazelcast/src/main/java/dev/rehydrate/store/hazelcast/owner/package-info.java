// SPDX-License-Identifier: Apache-2.0
/** The table of owners, in one entry of a map. */
@NullMarked
package dev.rehydrate.store.hazelcast.owner;

import org.jspecify.annotations.NullMarked;
