// SPDX-License-Identifier: Apache-2.0
/** What commands answer: values, one for each case that a caller has to decide about. */
@NullMarked
@Stable
package dev.rehydrate.command.outcome;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
