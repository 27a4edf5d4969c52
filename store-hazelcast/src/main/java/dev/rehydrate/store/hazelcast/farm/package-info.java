// SPDX-License-Identifier: Apache-2.0
/** How a member or client finds its farm and notices who leaves it. */
@NullMarked
package dev.rehydrate.store.hazelcast.farm;

import org.jspecify.annotations.NullMarked;
