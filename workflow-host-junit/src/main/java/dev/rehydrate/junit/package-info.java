// SPDX-License-Identifier: Apache-2.0
/** Workflow definitions under test: start with {@link dev.rehydrate.junit.TestFarm}. */
@NullMarked
package dev.rehydrate.junit;

import org.jspecify.annotations.NullMarked;
