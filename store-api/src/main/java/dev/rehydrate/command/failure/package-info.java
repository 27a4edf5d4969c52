// SPDX-License-Identifier: Apache-2.0
/** How commands fail: a sealed family that says of each failure whether the command took effect. */
@NullMarked
@Stable
package dev.rehydrate.command.failure;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
