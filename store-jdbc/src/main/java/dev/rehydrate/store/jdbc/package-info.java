// SPDX-License-Identifier: Apache-2.0
/** A store in a relational database: PostgreSQL, or an H2 file. */
@NullMarked
@Experimental
package dev.rehydrate.store.jdbc;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
