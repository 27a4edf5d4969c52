// SPDX-License-Identifier: Apache-2.0
/** The store as a host sees it: {@link dev.rehydrate.store.InstanceStore}, handles, owners and events. */
@NullMarked
@Stable
package dev.rehydrate.store;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
