// SPDX-License-Identifier: Apache-2.0
/** A farm of nodes over one store: each node has a store of its own on the same data, a host and a server. */
@NullMarked
package dev.rehydrate.sample.farm;

import org.jspecify.annotations.NullMarked;
