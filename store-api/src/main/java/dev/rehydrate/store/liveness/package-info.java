// SPDX-License-Identifier: Apache-2.0
/** Which owners are alive: the lease of an own one, the failure detector for the others, and whether sweeps still run. */
@NullMarked
package dev.rehydrate.store.liveness;

import org.jspecify.annotations.NullMarked;
