// SPDX-License-Identifier: Apache-2.0
/** A codec on top of Kryo whose bytes outlive changes of the application's classes. */
@NullMarked
@Stable
package dev.rehydrate.codec.kryo;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
