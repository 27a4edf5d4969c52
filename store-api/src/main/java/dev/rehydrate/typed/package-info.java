// SPDX-License-Identifier: Apache-2.0
/** The short way to a store: objects of one type, by key. Below it, {@code dev.rehydrate.command} has all of it. */
@NullMarked
package dev.rehydrate.typed;

import org.jspecify.annotations.NullMarked;
