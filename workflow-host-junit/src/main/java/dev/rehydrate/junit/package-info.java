// SPDX-License-Identifier: Apache-2.0
/** Workflow definitions under test: start with {@link dev.rehydrate.junit.TestFarm}. */
@NullMarked
@Experimental
package dev.rehydrate.junit;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
