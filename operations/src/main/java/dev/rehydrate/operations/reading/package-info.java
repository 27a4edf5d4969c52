// SPDX-License-Identifier: Apache-2.0
/** What operators are shown of a store, and how they say which instances they mean. */
@NullMarked
@Experimental
package dev.rehydrate.operations.reading;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
