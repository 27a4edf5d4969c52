// SPDX-License-Identifier: Apache-2.0
/** The tables: rows of slots and owners, how a group of them is read and written, and scans. */
@NullMarked
package dev.rehydrate.store.jdbc.database;

import org.jspecify.annotations.NullMarked;
