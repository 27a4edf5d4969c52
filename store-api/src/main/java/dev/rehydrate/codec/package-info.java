// SPDX-License-Identifier: Apache-2.0
/** Turns one named value into bytes and back. For authors of codecs and for tools that read stored bytes. */
@NullMarked
@Stable
package dev.rehydrate.codec;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
