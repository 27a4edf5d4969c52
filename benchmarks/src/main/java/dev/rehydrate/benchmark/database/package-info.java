// SPDX-License-Identifier: Apache-2.0
/** What commands cost on PostgreSQL, beside JDBC statements that do the same checked work. */
@NullMarked
package dev.rehydrate.benchmark.database;

import org.jspecify.annotations.NullMarked;
