// SPDX-License-Identifier: Apache-2.0
/** The index of due times: hints at instances that want to run, in a map of their own. */
@NullMarked
package dev.rehydrate.store.hazelcast.due;

import org.jspecify.annotations.NullMarked;
