// SPDX-License-Identifier: Apache-2.0
/** Named values of a host as the bytes of a slot, and back. */
@NullMarked
package dev.rehydrate.store.value;

import org.jspecify.annotations.NullMarked;
