// SPDX-License-Identifier: Apache-2.0
/** Faults on purpose: what an engine does to a store when machines and networks fail, step by step. */
@NullMarked
@Experimental
package dev.rehydrate.tck.fault;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
