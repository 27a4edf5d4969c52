// SPDX-License-Identifier: Apache-2.0
/** Rules of keys: how they lead to an instance, and what becomes of claims on them. */
@NullMarked
package dev.rehydrate.tck.key;

import org.jspecify.annotations.NullMarked;
