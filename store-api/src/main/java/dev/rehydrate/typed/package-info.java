// SPDX-License-Identifier: Apache-2.0
/** The short way to a store: objects of one type, by key. Below it, {@code dev.rehydrate.command} has all of it. */
@NullMarked
@Stable
package dev.rehydrate.typed;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
