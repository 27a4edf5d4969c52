// SPDX-License-Identifier: Apache-2.0
/** How a member or client is configured and started, and compared with the farm that it joins. */
@NullMarked
package dev.rehydrate.store.hazelcast.start;

import org.jspecify.annotations.NullMarked;
