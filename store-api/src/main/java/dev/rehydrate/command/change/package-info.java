// SPDX-License-Identifier: Apache-2.0
/** What a save changes: data, metadata, keys, due time, suspension, definition and idle time to live. */
@NullMarked
package dev.rehydrate.command.change;

import org.jspecify.annotations.NullMarked;
