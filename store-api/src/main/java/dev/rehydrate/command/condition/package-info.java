// SPDX-License-Identifier: Apache-2.0
/** Which instances a query lists: comparisons of what is listed, joined by AND and OR. */
@NullMarked
@Stable
package dev.rehydrate.command.condition;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
