// SPDX-License-Identifier: Apache-2.0
/** A test slice: {@link dev.rehydrate.spring.boot.test.RehydrateTest}. */
@NullMarked
@Experimental
package dev.rehydrate.spring.boot.test;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
