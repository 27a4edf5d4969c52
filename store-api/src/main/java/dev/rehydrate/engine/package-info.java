// SPDX-License-Identifier: Apache-2.0
/** What a provider implements: an atomic read-modify-write on slots, scans, and a table of owners. */
@NullMarked
@Experimental
package dev.rehydrate.engine;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
