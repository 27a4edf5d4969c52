// SPDX-License-Identifier: Apache-2.0
/** Rules of holds: handles, owners with their leases, and what becomes of a hold. */
@NullMarked
package dev.rehydrate.tck.hold;

import org.jspecify.annotations.NullMarked;
