// SPDX-License-Identifier: Apache-2.0
/** Faults injected into processes that share a PostgreSQL server or have an H2 file, with the lanes of the other drills. */
package dev.rehydrate.store.jdbc.drill;
