// SPDX-License-Identifier: Apache-2.0
/**
 * Protected farms: the majority that may decide, the term under which it does, and what a member brings when it merges into the
 * farm of another majority.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.majority;

import org.jspecify.annotations.NullMarked;
