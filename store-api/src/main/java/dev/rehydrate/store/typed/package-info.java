// SPDX-License-Identifier: Apache-2.0
/** The short way to the instances of one kind, {@link dev.rehydrate.typed.Instances}, on commands without handle. */
@NullMarked
package dev.rehydrate.store.typed;

import org.jspecify.annotations.NullMarked;
