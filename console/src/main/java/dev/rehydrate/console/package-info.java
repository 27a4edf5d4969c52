// SPDX-License-Identifier: Apache-2.0
/** A page for operators, to be mounted into any HTTP server. Start with {@link dev.rehydrate.console.Console}. */
@NullMarked
@Experimental
package dev.rehydrate.console;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
