// SPDX-License-Identifier: Apache-2.0
/** How a graph of objects is written and read: references, shapes of types, limits, and what is refused. */
@NullMarked
package dev.rehydrate.codec.kryo.graph;

import org.jspecify.annotations.NullMarked;
