// SPDX-License-Identifier: Apache-2.0
/** What a member writes behind: which slots have changed, in which order they are written, and what is done when the database does not take them. */
@NullMarked
package dev.rehydrate.store.hazelcast.behind.write;

import org.jspecify.annotations.NullMarked;
