// SPDX-License-Identifier: Apache-2.0
/** Connections, sessions on them, the SQL files, and what a failure of the driver means. */
@NullMarked
package dev.rehydrate.store.jdbc.connection;

import org.jspecify.annotations.NullMarked;
