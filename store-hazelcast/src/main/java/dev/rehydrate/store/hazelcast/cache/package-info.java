// SPDX-License-Identifier: Apache-2.0
/**
 * Copies of slots in front of a database: a map from which the latest version is never replaced by an earlier one. Only
 * {@code GridRegion} names types of the database provider, which an application without a database does not have.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.cache;

import org.jspecify.annotations.NullMarked;
