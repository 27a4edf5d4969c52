// SPDX-License-Identifier: Apache-2.0
/** What a save changes: data, metadata, keys, due time, suspension, definition and idle time to live. */
@NullMarked
@Stable
package dev.rehydrate.command.change;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
