// SPDX-License-Identifier: Apache-2.0
/** Calls to the cluster: the threads that wait for them, and what their failures say about the outcome. */
@NullMarked
package dev.rehydrate.store.hazelcast.call;

import org.jspecify.annotations.NullMarked;
