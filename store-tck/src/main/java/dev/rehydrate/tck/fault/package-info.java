// SPDX-License-Identifier: Apache-2.0
/** Faults on purpose: what an engine does to a store when machines and networks fail, step by step. */
@NullMarked
package dev.rehydrate.tck.fault;

import org.jspecify.annotations.NullMarked;
