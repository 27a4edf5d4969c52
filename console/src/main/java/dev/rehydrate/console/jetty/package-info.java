// SPDX-License-Identifier: Apache-2.0
/** Mounts the console into a Jetty server. */
@NullMarked
@Experimental
package dev.rehydrate.console.jetty;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
