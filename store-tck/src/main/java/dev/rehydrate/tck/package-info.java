// SPDX-License-Identifier: Apache-2.0
/** The conformance kit: a provider extends one class and supplies a fixture. */
@NullMarked
@Experimental
package dev.rehydrate.tck;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
