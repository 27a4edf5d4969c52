// SPDX-License-Identifier: Apache-2.0
/** From the content of a message to the key of its instance. For hosts and for clients that must know a key beforehand. */
@NullMarked
@Stable
package dev.rehydrate.correlation;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
