// SPDX-License-Identifier: Apache-2.0
/** The storage engine: lanes with their threads over the commit protocol, and a few threads for all else. */
@NullMarked
package dev.rehydrate.store.jdbc.engine;

import org.jspecify.annotations.NullMarked;
