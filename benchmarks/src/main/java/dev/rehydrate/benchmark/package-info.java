// SPDX-License-Identifier: Apache-2.0
/** What a store costs over the bare map below it. */
@NullMarked
package dev.rehydrate.benchmark;

import org.jspecify.annotations.NullMarked;
