// SPDX-License-Identifier: Apache-2.0
/** Stores in a database behind a Hazelcast grid: the kit on both. */
package dev.rehydrate.store.jdbc.grid;
