// SPDX-License-Identifier: Apache-2.0
/** The console as requests and responses, whatever server brings them. */
@NullMarked
@Experimental
package dev.rehydrate.console.web;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
