// SPDX-License-Identifier: Apache-2.0
/** What operators do with instances, verified afterwards and audited. */
@NullMarked
@Experimental
package dev.rehydrate.operations.action;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
