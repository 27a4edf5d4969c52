// SPDX-License-Identifier: Apache-2.0
/** A codec on top of Jackson whose bytes people and other programs can read. */
@NullMarked
@Stable
package dev.rehydrate.codec.jackson;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
