// SPDX-License-Identifier: Apache-2.0
/** Why an instance does not move, and what to do about it: from what is stored, without a host, a page or a clock. */
@NullMarked
@Experimental
package dev.rehydrate.operations.diagnosis;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
