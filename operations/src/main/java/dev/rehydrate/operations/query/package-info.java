// SPDX-License-Identifier: Apache-2.0
/** The words and the grammar by which operators say which instances they mean: the same for each tool. */
@NullMarked
@Experimental
package dev.rehydrate.operations.query;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
