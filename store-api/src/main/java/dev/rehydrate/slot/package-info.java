// SPDX-License-Identifier: Apache-2.0
/**
 * The rules: what a slot holds and how each operation changes it, as pure functions. For authors of providers, who store
 * slots and run operations on them, and decide nothing themselves.
 */
@NullMarked
package dev.rehydrate.slot;

import org.jspecify.annotations.NullMarked;
