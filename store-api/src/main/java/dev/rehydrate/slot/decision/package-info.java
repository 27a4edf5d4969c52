// SPDX-License-Identifier: Apache-2.0
/** What an operation on a slot decides: what is stored, what the caller is answered, or why it is refused. */
@NullMarked
@Experimental
package dev.rehydrate.slot.decision;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
